import {
  EventStoreDBClient,
  type EventType,
  type EventTypeToRecordedEvent,
} from '@eventstore/db-client'
import type { EventMetadata, RecordedEvent } from '../../../shared/kernel/event.ts'

/** Milliseconds for all of it: the node is well when it is asked. */
const patience = 60_000

const asRecorded = (stored: EventTypeToRecordedEvent<EventType>): RecordedEvent => {
  const { schemaVersion, appendId: _, ...metadata } = stored.metadata as Record<string, unknown>
  return {
    id: stored.id,
    stream: stored.streamId,
    revision: Number(stored.revision),
    position: stored.position?.commit ?? -1n,
    type: stored.type,
    data: stored.data,
    recordedAt: stored.created.toISOString(),
    schemaVersion: Number(schemaVersion),
    metadata: metadata as unknown as EventMetadata,
  }
}

/** The whole log as the store's own client gives it, past everything that we make of that. */
export const eventsInEventStoreDb = async (url: string): Promise<readonly RecordedEvent[]> => {
  const client = EventStoreDBClient.connectionString(url)
  try {
    const events: RecordedEvent[] = []
    for await (const { event } of client.readAll({ deadline: patience }))
      if (event && !event.type.startsWith('$')) events.push(asRecorded(event))
    return events
  } finally {
    await client.dispose()
  }
}
