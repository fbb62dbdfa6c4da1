import { isStorableText } from './json.ts'
import { Refusal } from './refusal.ts'

/** Decision G5. */
export const inputLimits = { bodyBytes: 1024 * 1024, depth: 100, arrayLength: 10_000 } as const

const bad = (message: string) => new Refusal('validation', message)

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Deepest nesting of brackets outside of strings: known before anything recursive sees the text. */
export const depthOf = (bytes: Uint8Array): number => {
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
