import type { Limiter } from '../../shared/ports/limiter.ts'
import { type CircuitState, circuit } from './circuit.ts'
import { limiterOver } from './counter.ts'
import { insuredCounter } from './insured-counter.ts'
import { memoryCounter } from './memory-counter.ts'
import { redisConnection, redisReason } from './redis-connection.ts'
import { redisCounter } from './redis-counter.ts'

type Options = {
  /** `redis://` or `rediss://`, with user, password and database where there are some. */
  readonly url: string
  /** Milliseconds a call may wait to be counted. */
  readonly timeoutMs: number
  /** Milliseconds a connection may take until it can be used. */
  readonly connectMs?: number
  /** Milliseconds between looks whether Redis is back. */
  readonly pauseMs?: number
  readonly onLost?: (reason: string) => void
  readonly onBack?: () => void
}

export type RedisLimiter = Limiter & {
  /** Resolves when it is first known whether Redis answers. */
  readonly tried: Promise<void>
  state(): CircuitState
  /** Calls that this process counted alone, since it started. */
  insured(): number
  stop(): void
}

const nothing = () => undefined

/** Limits that all processes on one Redis share; each has its own while Redis does not answer. */
export const redisLimiter = (options: Options): RedisLimiter => {
  const { url, timeoutMs, connectMs = 2_000, pauseMs = 500 } = options
  const { onLost = nothing, onBack = nothing } = options
  const { redis, open, close } = redisConnection(url, connectMs)
  const shared = redisCounter(redis)
  const own = memoryCounter()
  let insured = 0
  const link = circuit({
    timeoutMs,
    pauseMs,
    isWell: () => shared.add('probe', 1),
    reasonOf: redisReason,
    // What does not answer may be gone without a word, which only a new connection tells.
    onLate: () => redis.disconnect(true),
    onLost,
    onBack,
  })
  const onInsured = () => {
    insured += 1
  }
  const tried = new Promise<void>((resolve) =>
    open({
      onReady: () => void link.probe().then(resolve),
      onClosed: (reason) => {
        link.lost(reason)
        resolve()
      },
    }),
  )
  return {
    ...limiterOver(insuredCounter({ shared, own, circuit: link, onInsured })),
    tried,
    state: link.state,
    insured: () => insured,
    stop() {
      link.stop()
      close()
    },
  }
}
