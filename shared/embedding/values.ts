import type { EmbeddedValue } from '../contract/embedding-token.ts'

type Item = string | number | boolean

/** What an address says of each parameter, by its slug. */
export type AddressValues = Readonly<Record<string, string | readonly Item[]>>

/** Blank text, a list of it, and null say nothing. */
export const isBlank = (value: EmbeddedValue | undefined | readonly Item[]): boolean => {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && value.every((item) => isBlank(item))
}

/** Types whose values are text, whatever they look like: a postcode is no number. */
const textual = /^(?:text|string|location|date|temporal-unit)(?:\/|$)/

/** As a number is written that keeps all its digits. */
const canonicalNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

const fromText = (text: string): Item =>
  truths.get(text) ?? (canonicalNumber.test(text) ? Number(text) : text)

/** A value out of an address as a parameter of this type has it; null where it says nothing. */
export const fromAddress = (type: unknown, said: string | readonly Item[]): EmbeddedValue => {
  if (isBlank(said)) return null
  const isText = typeof type === 'string' && textual.test(type)
  const read = (item: Item) => (isText || typeof item !== 'string' ? item : fromText(item))
  return typeof said === 'object' ? said.filter((it) => !isBlank(it)).map(read) : read(said)
}
