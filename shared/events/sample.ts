import { z } from 'zod'
import { type EventOf, eventType, id } from './event-type.ts'

/** Which connected database is the sample; one at a time. */
export const sampleEvents = {
  SampleDatabaseChosen: eventType(z.object({ databaseId: id })),
}
export type SampleEvent = EventOf<typeof sampleEvents>
