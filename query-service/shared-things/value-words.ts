import type { Json } from '../../shared/kernel/json.ts'
import type { Control } from './control-of.ts'
import { spans } from './spans.ts'

const labels: ReadonlyMap<string, string> = new Map(spans)

/** `1 – 9`, `from 1`, `up to 9`. */
const fromTo = (from: string, to: string): string => {
  if (from === '') return `up to ${to}`
  return to === '' ? `from ${from}` : `${from} – ${to}`
}

const time = (text: string): string => {
  const [from = '', to] = text.split('~')
  return labels.get(text) ?? (to === undefined ? text : fromTo(from, to))
}

const listed = (value: Json): readonly string[] =>
  [value].flat().flatMap((one) => (one === null ? [] : [String(one)]))

const numbers = (value: Json): string => {
  const [from, to] = [value].flat()
  return fromTo(String(from ?? ''), String(to ?? ''))
}

/** What is read otherwise than it is written. */
const words: { readonly [C in Control]?: (value: Json) => string } = {
  numbers,
  days: (value) => listed(value).map(time).join(', '),
  dates: (value) => listed(value).map(time).join(', '),
  relative: (value) => listed(value).map(time).join(', '),
}

/** A value that is chosen by a control, in words; undefined where there is none. */
export const valueWords = (control: Control, value: Json | undefined): string | undefined => {
  const said = value === undefined ? [] : listed(value).filter((one) => one !== '')
  if (value === undefined || said.length === 0) return undefined
  return (words[control] ?? ((all) => listed(all).join(', ')))(value)
}
