import { tail } from '../../../../infra/event-store/tail.ts'
import { wakeUp } from '../../../../infra/event-store/wake-up.ts'
import type { RecordedEvent } from '../../../../shared/kernel/event.ts'
import type { Bus } from '../../../../shared/ports/bus.ts'
import { ConcurrencyConflict, type EventStore } from '../../../../shared/ports/event-store.ts'
import { collect } from '../../../support/events.ts'
import type { Wire } from '../wire.ts'
import type { Place } from './place.ts'

/** The oldest after a position, at most `limit`. */
const page = async (log: EventStore, after: bigint, limit: number) => {
  const found: RecordedEvent[] = []
  for await (const event of log.readAll({ after })) {
    found.push(event)
    if (found.length === limit) break
  }
  return found
}

/** The log as a process has it: at the end of a wire, with hints of what is new. */
export const wiredEventStore = (place: Place, wire: Wire, bus: Bus): EventStore => {
  const { servers, faults, trace, name, life } = place
  const log = servers.eventStore
  const news = wakeUp(life.after)
  bus.subscribe('log.appended', news.notify)

  const append: EventStore['append'] = async (stream, expected, events) => {
    const what = `append ${stream} after ${expected}: ${events.map(({ type }) => type).join(', ')}`
    try {
      const result = await wire(what, () => log.append(stream, expected, events), {
        isRepeatable: true,
      })
      if (result.status === 'duplicate') faults.count('append found done')
      trace.note(name, `${what} → ${result.status} at ${result.position}`)
      bus.publish('log.appended', { position: String(result.position) })
      return result
    } catch (error) {
      if (error instanceof ConcurrencyConflict) faults.count('append conflict')
      trace.note(name, `${what} → ${error instanceof Error ? error.name : error}`)
      throw error
    }
  }

  return {
    append,
    async *readStream(stream, options) {
      yield* await wire(`read ${stream}`, () => collect(log.readStream(stream, options)))
    },
    async *readAll(options) {
      yield* await wire('read the log', () => collect(log.readAll(options)))
    },
    subscribe: ({ after = 0n, batch = 500, signal }) =>
      tail({
        after,
        batch,
        signal,
        news,
        read: (position, limit) => wire('follow the log', () => page(log, position, limit)),
      }),
    head: () => wire('read the head', log.head),
    close: async () => undefined,
  }
}
