import { excludeSystemEvents, START } from '@eventstore/db-client'
import { decodeEvent } from './codec.ts'
import type { Connection } from './connection.ts'
import { type Intake, intake } from './intake.ts'
import { unheard } from './page.ts'

/** Events the server passes over before it says how far it has come. */
const checkpointEvery = 256

/** Objects kept ready on this side of the connection. */
const readAhead = 64

export type Subscription = {
  readonly intake: Intake
  /** Signs of life so far: events and checkpoints. */
  signs(): number
  /** How far it has come; what comes next lies after. */
  position(): bigint | undefined
  /** Resolves, with the reason, when it has ended: no subscription ends by itself. */
  readonly ended: Promise<unknown>
  stop(): void
  /** Ends it as if it had broken. */
  fail(reason: unknown): void
}

/** One subscription to everything but the server's own events, after a position, until it breaks. */
export const openSubscription = (
  { client }: Connection,
  after: bigint | undefined,
  batch: number,
): Subscription => {
  let position = after
  let signs = 0
  let fail: (reason: unknown) => void = unheard
  const events = intake(batch)
  const moveTo = (reached: bigint) => {
    signs += 1
    if (position === undefined || reached > position) position = reached
  }
  const subscription = client().subscribeToAll(
    {
      fromPosition: after === undefined ? START : { commit: after, prepare: after },
      filter: excludeSystemEvents({
        maxSearchWindow: checkpointEvery,
        checkpointReached: (_, { commit }) => moveTo(commit),
      }),
    },
    { highWaterMark: readAhead },
  )
  // An error after its end has no other listener, and would end the process.
  subscription.on('error', unheard)
  subscription.on('caughtUp', events.caughtUp)

  let isStopped = false
  const stop = () => {
    isStopped = true
    events.end()
    subscription.destroy()
    subscription.unsubscribe().catch(unheard)
  }
  const broken = new Promise<never>((_, reject) => {
    fail = reject
  })
  const consume = async (): Promise<never> => {
    for await (const { event } of subscription) {
      // Nobody would get it any more, and what comes next must not come after it.
      if (isStopped) break
      if (!event) continue
      const recorded = decodeEvent(event).event
      moveTo(event.position.commit)
      await events.put(recorded)
    }
    throw new Error('the subscription ended')
  }
  const ended = Promise.race([consume(), broken]).catch((error: unknown) => {
    stop()
    return error
  })
  return {
    intake: events,
    signs: () => signs,
    position: () => position,
    ended,
    stop,
    fail,
  }
}
