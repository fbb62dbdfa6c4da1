import { z } from 'zod'
import { sealed } from '../../shared/events/event-type.ts'
import { eventTypeOf } from '../../shared/events/index.ts'
import type { EventActor, RecordedEvent } from '../../shared/kernel/event.ts'

/** What stands for personal data, which only the service opens. */
const hidden = '«sealed»'

const isSealed = (schema: unknown): boolean =>
  schema === sealed || (schema instanceof z.ZodOptional && isSealed(schema.unwrap()))

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An event's data with personal data covered; sealed text is of no use to anybody who reads it. */
const covered = ({ type, data }: RecordedEvent): unknown => {
  const schema = eventTypeOf(type)?.schema
  if (!(schema instanceof z.ZodObject) || !isMap(data)) return data
  const shape: Readonly<Record<string, unknown>> = schema.shape
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isSealed(shape[key]) ? hidden : value]),
  )
}

const actorText = (actor: EventActor): string => {
  if (actor.kind === 'user') {
    const { id, apiKey } = actor
    return apiKey === undefined ? `user ${id}` : `user ${id} (API key ${apiKey})`
  }
  return actor.kind === 'system' ? actor.name : actor.kind
}

/** One event as one line for people. */
export const eventLine = (event: RecordedEvent): string => {
  const { recordedAt, stream, revision, type, metadata } = event
  const who = actorText(metadata.actor)
  return `${recordedAt}  ${stream} #${revision}  ${type}  by ${who}  ${JSON.stringify(covered(event))}`
}

/** One event as one line of JSON. */
export const eventJson = (event: RecordedEvent): string =>
  JSON.stringify({ ...event, position: String(event.position), data: covered(event) })
