import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { Connection } from './connection.ts'
import { isInvalidPosition } from './errors.ts'
import { openSubscription, type Subscription } from './subscription.ts'
import { watchOver } from './watchdog.ts'

export type FollowOptions = {
  readonly connection: Connection
  /** Exclusive; from the beginning when 0n. */
  readonly after: bigint
  readonly batch: number
  readonly signal: AbortSignal
  readonly head: () => Promise<bigint>
  /** Milliseconds in which a subscription has to come on while the log does. */
  readonly watchInterval: number
  readonly onProblem: (error: unknown) => void
}

/** Milliseconds before the next try: doubling to 5 s, spread so that processes do not march. */
const backOff = (failures: number): number =>
  Math.min(5_000, 100 * 2 ** failures) * (0.5 + Math.random() / 2)

/** What a subscription hands out, until it has broken or the signal aborts. */
async function* batchesOf({ intake }: Subscription, signal: AbortSignal) {
  for (let events = await intake.take(); events; events = await intake.take()) {
    if (signal.aborted) return
    yield events
  }
}

/**
 * Follows the log over as many subscriptions as it takes: the client opens none anew by itself. Each
 * begins where the one before had come to, be it by an event or by a checkpoint of a quiet log.
 */
export async function* follow(
  options: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[], void> {
  const { connection, after, batch, signal, onProblem } = options
  let told = after
  let place = after === 0n ? undefined : after
  for (let failures = 0; !signal.aborted; failures += 1) {
    const subscription = openSubscription(connection, place, batch)
    const unwatch = watchOver(subscription, options)
    signal.addEventListener('abort', subscription.stop, { once: true })
    try {
      for await (const events of batchesOf(subscription, signal)) {
        const news = events.filter(({ position }) => position > told)
        told = news.at(-1)?.position ?? told
        if (news.length > 0) yield news
      }
      if (signal.aborted) return
    } finally {
      unwatch()
      signal.removeEventListener('abort', subscription.stop)
      subscription.stop()
    }
    const reason = await subscription.ended
    onProblem(reason)
    // No event is there: another log's position, or a place between two. What is older is passed over.
    place = isInvalidPosition(reason) ? undefined : subscription.position()
    if (subscription.signs() > 0) failures = 0
    await sleep(backOff(failures), undefined, { signal }).catch(() => undefined)
  }
}
