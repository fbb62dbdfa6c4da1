import { z } from 'zod'
import type { EventMetadata, RecordedEvent } from '../../shared/kernel/event.ts'

/**
 * What the copy of an event says about the event it was made from, under `copied` in its metadata:
 * written by `events copy` alone, read by adapters alone.
 */
const copied = z.object({
  recordedAt: z.iso.datetime(),
  position: z.string().regex(/^\d{1,19}$/),
})

/** Where an event stood in the log that it was first recorded in. */
export const originalPositionOf = ({ position, originalPosition }: RecordedEvent): bigint =>
  originalPosition ?? position

/** The metadata of a copy; a copy of a copy tells of the first one. */
export const copiedMetadata = (event: RecordedEvent): EventMetadata => {
  const { metadata, recordedAt } = event
  const position = originalPositionOf(event).toString()
  return Object.assign({ ...metadata }, { copied: { recordedAt, position } })
}

/**
 * An event as it was first recorded, whether the store holds that or a copy of it: each adapter
 * hands out what this answers. @throws {ZodError} for a copy that does not tell.
 */
export const asRecorded = (stored: RecordedEvent): RecordedEvent => {
  if (!('copied' in stored.metadata)) return stored
  const { copied: origin, ...metadata } = stored.metadata as EventMetadata & { copied: unknown }
  const { recordedAt, position } = copied.parse(origin)
  return { ...stored, metadata, recordedAt, originalPosition: BigInt(position) }
}
