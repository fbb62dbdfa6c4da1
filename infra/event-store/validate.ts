import type { NewEvent } from '../../shared/kernel/event.ts'
import { isStorableText, unstorablePath } from '../../shared/kernel/json.ts'
import {
  type ExpectedRevision,
  maxEventBytes,
  UnstorableEvent,
} from '../../shared/ports/event-store.ts'

/** An event whose data and metadata are JSON text already, so no adapter serialises twice. */
export type EncodedEvent = {
  readonly id: string
  readonly type: string
  readonly schemaVersion: number
  readonly data: string
  readonly metadata: string
}

/** Longest name of a stream, in UTF-16 units: an index entry has to hold it several times over. */
export const maxStreamName = 255

/** Deepest nesting of data or metadata. The JSON parsers behind the adapters recurse. */
export const maxEventDepth = 200

/** What `events copy` adds to the metadata of an event that may be as large as they get, in bytes. */
const roomForOrigin = 128

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** EventStoreDB's own streams and events begin with a dollar sign: readers pass them over. */
const isName = (text: string, longest: number): boolean =>
  text.length > 0 && text.length <= longest && !text.startsWith('$') && isStorableText(text)

/** What the EventStoreDB adapter keeps in metadata itself. */
const reservedMetadata = ['schemaVersion', 'appendId'] as const

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item)))

const encodeJson = (what: string, value: unknown): string => {
  if (isDeeperThan(maxEventDepth, value))
    throw new UnstorableEvent(`${what} is nested deeper than ${maxEventDepth} levels`)
  const path = unstorablePath(value)
  if (path !== undefined) throw new UnstorableEvent(`${what} cannot be stored as JSON at ${path}`)
  return JSON.stringify(value)
}

const encodeEvent = ({ id, type, schemaVersion, data, metadata }: NewEvent): EncodedEvent => {
  if (!uuid.test(id)) throw new UnstorableEvent('the id of an event is a UUID')
  if (!isName(type, maxStreamName)) throw new UnstorableEvent(`event ${id} has no usable type`)
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > 32_767)
    throw new UnstorableEvent(`event ${id} has schema version ${schemaVersion}`)
  const encoded = {
    id: id.toLowerCase(),
    type,
    schemaVersion,
    data: encodeJson(`data of ${type}`, data),
    metadata: encodeJson(`metadata of ${type}`, metadata),
  }
  const reserved = reservedMetadata.find((name) => Object.hasOwn(metadata, name))
  if (reserved) throw new UnstorableEvent(`metadata of ${type} has a ${reserved} of its own`)
  const bytes = Buffer.byteLength(encoded.data) + Buffer.byteLength(encoded.metadata)
  if (bytes > maxEventBytes + ('copied' in metadata ? roomForOrigin : 0))
    throw new UnstorableEvent(`${type} is ${bytes} bytes; at most ${maxEventBytes} fit`)
  return encoded
}

/**
 * What every adapter checks before it sends anything.
 * @throws {UnstorableEvent} for what no adapter can hold; {RangeError} for a revision that is none.
 */
export const validateAppend = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): readonly EncodedEvent[] => {
  if (!isName(stream, maxStreamName))
    throw new UnstorableEvent(
      `a stream's name has 1 to ${maxStreamName} storable characters and no $ first`,
    )
  if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`${expected} is not a revision`)
  if (events.length === 0) throw new UnstorableEvent('an append holds at least one event')
  const encoded = events.map(encodeEvent)
  if (new Set(encoded.map(({ id }) => id)).size < encoded.length)
    throw new UnstorableEvent('two events of one append share an id')
  return encoded
}
