import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { WakeUp } from './wake-up.ts'

/** How long news may go unnoticed when its hint is lost, in milliseconds. */
const pollInterval = 1_000

export type TailOptions = {
  readonly after: bigint
  readonly batch: number
  readonly signal: AbortSignal
  readonly news: WakeUp
  /** The oldest events after a position, at most `limit`. Refuses `unavailable` for the moment. */
  readonly read: (after: bigint, limit: number) => Promise<readonly RecordedEvent[]>
  readonly onProblem?: (error: unknown) => void
}

/** The result of the work, or undefined as soon as the signal aborts. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abandon = () => resolve(undefined)
    signal.addEventListener('abort', abandon, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable'

/**
 * Follows the log: reads until there is nothing more, then waits for a hint or the poll. The hint
 * only saves time. A store that is away is waited for; any other error ends the subscription.
 */
export async function* tail(options: TailOptions): AsyncGenerator<readonly RecordedEvent[], void> {
  const { batch, signal, news, read, onProblem } = options
  const readOrReport = (after: bigint) =>
    read(after, batch).catch((error: unknown): readonly RecordedEvent[] => {
      if (!isUnavailable(error)) throw error
      onProblem?.(error)
      return []
    })
  let last = options.after
  while (!signal.aborted) {
    const seen = news.seen()
    const events = await unlessAborted(readOrReport(last), signal)
    if (!events || signal.aborted) return
    const newest = events.at(-1)
    if (newest) {
      last = newest.position
      yield events
    } else await news.wait(seen, pollInterval, signal)
  }
}
