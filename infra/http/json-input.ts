import { isStorableText } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

/** Decision G5. */
export const inputLimits = { bodyBytes: 1024 * 1024, depth: 100, arrayLength: 10_000 } as const

const bad = (message: string) => new Refusal('validation', message)

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Deepest nesting of brackets outside of strings: known before anything recursive sees the text. */
const depthOf = (bytes: Uint8Array): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (opening.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (closing.has(byte)) depth--
  }
  return deepest
}

/** @throws {Refusal} 400 for what no store, engine or reader could take unchanged. */
export const checkValue = (value: unknown): void => {
  if (typeof value === 'string') {
    if (!isStorableText(value))
      throw bad('Text must be valid Unicode without the character U+0000.')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw bad('A number is too large to be exact; send it as text.')
  } else if (Array.isArray(value)) {
    if (value.length > inputLimits.arrayLength)
      throw bad(`A list must have at most ${inputLimits.arrayLength} items.`)
    for (const item of value) checkValue(item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw bad('`__proto__` cannot be a key.')
      checkValue(key)
      checkValue(item)
    }
  }
}

/** @throws {Refusal} 400 with a sentence about `what`, whatever is wrong. */
export const parseJson = (bytes: Uint8Array, what = 'The body'): unknown => {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw bad(`${what} is not valid UTF-8.`)
  }
  if (depthOf(bytes) > inputLimits.depth)
    throw bad(`${what} is nested more than ${inputLimits.depth} levels deep.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw bad(`${what} is not valid JSON.`)
  }
  checkValue(value)
  return value
}

/** Fields of a form, each once, holding JSON text; an empty one counts as left out. */
export const parseForm = (bytes: Uint8Array): Record<string, unknown> => {
  const fields = Object.entries(parsePairs(decodedForm(bytes))).filter(([, text]) => text !== '')
  return Object.fromEntries(
    fields.map(([name, text]) => [name, parseJson(Buffer.from(text), `\`${name}\``)]),
  )
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

/** `a=1&b=2`; a key given twice has no one meaning and is refused, unless it may hold a list. */
export const parsePairs = (
  text: string,
  repeatable: readonly string[] = [],
): Record<string, string> => {
  checkEncoding(text)
  const pairs: Record<string, string> = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const before = pairs[key]
    if (before !== undefined && !repeatable.includes(key)) throw bad(`\`${key}\` is given twice.`)
    checkValue(key)
    checkValue(value)
    pairs[key] = before === undefined ? value : `${before},${value}`
  }
  return { ...pairs }
}
