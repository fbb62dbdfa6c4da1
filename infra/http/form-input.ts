import { groupBy } from '../../shared/kernel/group-by.ts'
import { isJson } from '../../shared/kernel/json.ts'
import { checkValue, parseJson } from '../../shared/kernel/json-input.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

const bad = (message: string) => new Refusal('validation', message)

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Browsers send fields nobody asked about, in plain text; whether that will do, the shape says. */
const fieldValue = (name: string, text: string): unknown =>
  isJson(text) ? parseJson(Buffer.from(text), `\`${name}\``) : text

/** Fields of a form, each once, holding JSON text; an empty one counts as left out. */
export const parseForm = (bytes: Uint8Array): Record<string, unknown> => {
  const fields = Object.entries(parsePairs(decodedForm(bytes))).filter(([, text]) => text !== '')
  return Object.fromEntries(fields.map(([name, text]) => [name, fieldValue(name, text)]))
}

const decodedForm = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw bad('The body is not valid UTF-8.')
  }
}

/** `URLSearchParams` would turn what is no UTF-8 into U+FFFD and let a lone `%` be. */
const checkEncoding = (text: string): void => {
  try {
    decodeURIComponent(text)
  } catch {
    throw bad('A `%` must be followed by two hexadecimal digits, and all of it be UTF-8.')
  }
}

const pairsOf = (text: string): [key: string, value: string][] => {
  checkEncoding(text)
  const pairs = [...new URLSearchParams(text)]
  for (const part of pairs.flat()) checkValue(part)
  return pairs
}

/** `a=1&b=2`; a key given twice has no one meaning and is refused, unless it may hold a list. */
export const parsePairs = (
  text: string,
  repeatable: readonly string[] = [],
): Record<string, string> => {
  const pairs: Record<string, string> = Object.create(null)
  for (const [key, value] of pairsOf(text)) {
    const before = pairs[key]
    if (before !== undefined && !repeatable.includes(key)) throw bad(`\`${key}\` is given twice.`)
    pairs[key] = before === undefined ? value : `${before},${value}`
  }
  return { ...pairs }
}

/** The same where every key may be given several times: its values are a list then. */
export const parseLists = (text: string): Record<string, string | string[]> => {
  const lists = groupBy(pairsOf(text), ([key]) => key)
  return Object.fromEntries(
    [...lists].map(([key, pairs]) => {
      const [value = '', ...more] = pairs.map(([, one]) => one)
      return [key, more.length === 0 ? value : [value, ...more]]
    }),
  )
}
