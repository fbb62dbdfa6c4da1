import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'

/**
 * A line is `{"event":…,"hash":"…"}`: an event and the chain up to it. The hash is over the bytes
 * between, so that whoever checks it needs no JSON.
 */
const opening = Buffer.from('{"event":')
const middle = Buffer.from(',"hash":"')
const closing = Buffer.from('"}')
const hashDigits = 64
const tail = middle.length + hashDigits + closing.length

/** An event as it was recorded, personal data still sealed; `number` counts from 0 over the whole log. */
export const eventBytes = (event: RecordedEvent, number: number): Buffer =>
  Buffer.from(canonicalJson({ ...event, number, position: String(event.position) }))

export const lineBytes = (event: Buffer, chain: string): Buffer =>
  Buffer.concat([opening, event, middle, Buffer.from(chain), closing, Buffer.from('\n')])

/** A line's parts; undefined when it is not shaped like one. */
export const partsOf = (line: Buffer): { event: Buffer; hash: string } | undefined => {
  const end = line.length - tail
  if (end < opening.length) return undefined
  const hash = line.toString('latin1', end + middle.length, line.length - closing.length)
  const isShaped =
    line.subarray(0, opening.length).equals(opening) &&
    line.subarray(end, end + middle.length).equals(middle) &&
    line.subarray(-closing.length).equals(closing) &&
    /^[0-9a-f]{64}$/.test(hash)
  return isShaped ? { event: line.subarray(opening.length, end), hash } : undefined
}
