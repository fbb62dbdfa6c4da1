import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import type { StoredEvent } from './codec.ts'
import { isStreamNotFound, Unanswered } from './errors.ts'

/** Nobody listens to a stream that was left, and its end may still be an error: that must not throw. */
export const unheard = (): undefined => undefined

/**
 * All events of a read that ends by itself; none of a stream that is not there.
 * @param timeout in milliseconds, which each event has, or all of them together
 * @throws {Unanswered} when that is too long.
 */
export const readPage = async (
  read: StreamingRead<ResolvedEvent>,
  timeout: number,
  of: 'each' | 'all',
): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = []
  read.on('error', unheard)
  const timer = setTimeout(() => {
    read.destroy(new Unanswered(`not read within ${timeout} ms`))
    read.cancel().catch(unheard)
  }, timeout)
  try {
    for await (const { event } of read) {
      if (of === 'each') timer.refresh()
      if (event) events.push(event)
    }
    return events
  } catch (error) {
    if (isStreamNotFound(error)) return []
    throw error
  } finally {
    clearTimeout(timer)
  }
}
