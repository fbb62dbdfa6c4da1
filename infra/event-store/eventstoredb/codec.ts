import type {
  EventType as ClientEventType,
  EventData,
  EventTypeToRecordedEvent,
} from '@eventstore/db-client'
import { z } from 'zod'
import type { EventMetadata, RecordedEvent } from '../../../shared/kernel/event.ts'
import { asRecorded } from '../copied.ts'
import type { EncodedEvent } from '../validate.ts'

export type StoredEvent = EventTypeToRecordedEvent<ClientEventType>

/** What this adapter keeps in an event's metadata, beside what callers put there. */
const ownMetadata = z.looseObject({
  schemaVersion: z.int().positive(),
  /** Of the append that wrote the event: all its events share it, a repetition has another. */
  appendId: z.uuid(),
})

/**
 * An event as the client takes it. Out of JSON text that is there already: the client serialises
 * later, and never settles when that fails.
 */
export const encodeEvent =
  (appendId: string) =>
  ({ id, type, schemaVersion, data, metadata }: EncodedEvent): EventData => ({
    id,
    type,
    contentType: 'application/json',
    data: JSON.parse(data),
    metadata: { ...JSON.parse(metadata), schemaVersion, appendId },
  })

/** Events of the server itself: statistics, projections, links, settings of streams. */
export const isSystemEvent = ({ type }: { readonly type: string }): boolean => type.startsWith('$')

/** Servers before 22.10 do not tell it of an event in its stream; they send the largest number. */
const positionOf = ({ position }: StoredEvent): bigint => {
  const commit = position?.commit
  if (commit === undefined || commit >= 2n ** 63n)
    throw new Error('EventStoreDB does not tell positions: version 22.10 or newer is needed')
  return commit
}

/** @throws {Error} for an event that none of us wrote: the log is the service's alone. */
export const decodeEvent = (
  stored: StoredEvent,
): { readonly event: RecordedEvent; readonly appendId: string } => {
  const { success, data: found } = ownMetadata.safeParse(stored.metadata)
  if (!success || !stored.isJson)
    throw new Error(`event ${stored.id} of ${stored.streamId} in EventStoreDB is not the service's`)
  const { schemaVersion, appendId, ...metadata } = found
  return {
    appendId,
    event: asRecorded({
      id: stored.id,
      type: stored.type,
      schemaVersion,
      data: stored.data,
      metadata: metadata as unknown as EventMetadata,
      stream: stored.streamId,
      revision: Number(stored.revision),
      position: positionOf(stored),
      recordedAt: stored.created.toISOString(),
    }),
  }
}
