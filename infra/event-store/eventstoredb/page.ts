import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import type { StoredEvent } from './codec.ts'
import { isStreamNotFound, Unanswered } from './errors.ts'

/** Milliseconds the server has to send the next event of a read. */
const readTimeout = 5_000

/** Nobody listens to a stream that was left, and its end may still be an error: that must not throw. */
export const unheard = (): undefined => undefined

/**
 * All events of a read that ends by itself; none of a stream that is not there.
 * @throws {Unanswered} when the next event takes too long.
 */
export const readPage = async (
  read: StreamingRead<ResolvedEvent>,
  timeout = readTimeout,
): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = []
  read.on('error', unheard)
  const timer = setTimeout(() => {
    read.destroy(new Unanswered(`no event within ${timeout} ms`))
    read.cancel().catch(unheard)
  }, timeout)
  try {
    for await (const { event } of read) {
      timer.refresh()
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
