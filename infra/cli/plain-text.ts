import {
  directionControls,
  escapedCharacter,
  isolateOrOneOf,
} from '../../shared/kernel/direction.ts'

/** Control characters, separators of lines, and what turns the direction of text around. */
const pieces = isolateOrOneOf(String.raw`\p{Cc}\u2028\u2029${directionControls}`)

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string => short[character] ?? escapedCharacter(character)

/**
 * Text on one line that a terminal shows and never obeys: whatever would move the cursor, ring the
 * bell, end the line or turn text around is written as JSON writes it, so JSON stays what it is.
 */
export const plainText = (text: string): string =>
  text.replace(pieces, (piece) => (piece.length > 1 ? piece : escaped(piece)))

/** The same for a text of many lines. */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n')

type Write = (chunk: Uint8Array) => Promise<void>

/** Where text of many lines is written for somebody to look at; it may come in any pieces. */
export const plainSink = (write: Write): Write => {
  const decoder = new TextDecoder()
  return (chunk) => write(Buffer.from(plainLines(decoder.decode(chunk, { stream: true }))))
}
