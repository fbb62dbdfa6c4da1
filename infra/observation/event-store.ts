import type { NewEvent, RecordedEvent } from '../../shared/kernel/event.ts'
import { type EventStore, maxEventBytes } from '../../shared/ports/event-store.ts'
import { appends, batches } from './index.ts'
import { currentTraceparent } from './traceparent.ts'

/** Words with dashes between them; what could be a part of a UUID or of a hash is none. */
const category = /^[a-z]+(?:-(?![0-9a-f]{8,}(?:-|$))[a-z]+)*(?=-|$)/

/** `user-12` is of the category `user`: ids would be a line each. */
export const categoryOf = (stream: string): string => category.exec(stream)?.[0] ?? 'other'

/** A place in a trace, its name and what is around them. */
const placeBytes = 128

/** To be traced is no reason to be refused. */
const hasRoom = ({ data, metadata }: NewEvent): boolean =>
  Buffer.byteLength(JSON.stringify([data, metadata])) + placeBytes <= maxEventBytes

/** Events say which trace they were appended in, for whoever works on them later. */
const traced = (events: readonly NewEvent[]): readonly NewEvent[] => {
  const traceparent = currentTraceparent()
  if (traceparent === undefined) return events
  return events.map((event) =>
    hasRoom(event) ? { ...event, metadata: { ...event.metadata, traceparent } } : event,
  )
}

/** A batch is worked on until the next one is asked for; whoever leaves has not done it. */
async function* watched(source: AsyncIterable<readonly RecordedEvent[]>) {
  for await (const events of source) {
    const { promise, resolve, reject } = withResolvers()
    const running = batches.run({ events }, () => promise)
    running.catch(() => undefined)
    try {
      yield events
      resolve()
    } finally {
      reject(new Error('the batch was not applied'))
    }
  }
}

const withResolvers = () => {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

/** The same store, for whoever watches. */
export const observedEventStore = (store: EventStore): EventStore => ({
  ...store,
  append: (stream, expected, events) =>
    appends.run({ category: categoryOf(stream), events }, () =>
      store.append(stream, expected, traced(events)),
    ),
  subscribe: (options) => watched(store.subscribe(options)),
})
