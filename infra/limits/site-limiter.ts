import type { Logger } from 'pino'
import type { Limiter } from '../../shared/ports/limiter.ts'
import { memoryLimiter } from './memory-limiter.ts'
import { redisLimiter } from './redis-limiter.ts'

/** A Redis that limits are counted in, and how many milliseconds a call may wait for that. */
export type RedisConfig = { readonly url: string; readonly timeoutMs: number }

/** Where calls are counted: for all processes in Redis, or for each of them in its own memory. */
export type CountingPlace =
  | { readonly kind: 'redis' }
  /** With a `reason` where Redis is wanted. */
  | { readonly kind: 'memory'; readonly reason?: string }

/** For whoever runs the service. */
export const placeInWords = (place: CountingPlace): string => {
  if (place.kind === 'redis') return 'shared by all processes, in Redis'
  const { reason } = place
  return reason === undefined
    ? 'of this process, in memory'
    : `of this process, in memory: Redis is away (${reason})`
}

export type SiteLimiter = {
  readonly limiter: Limiter
  /** Resolves, in seconds at most, when it is known where calls are counted. */
  readonly tried: Promise<void>
  place(): CountingPlace
  /** Calls since the start that only this process counted though Redis was wanted. */
  countedAlone(): number
  stop(): void
}

const inMemory = (): SiteLimiter => ({
  limiter: memoryLimiter(),
  tried: Promise.resolve(),
  place: () => ({ kind: 'memory' }),
  countedAlone: () => 0,
  stop: () => undefined,
})

const inRedis = (config: RedisConfig, log: Logger): SiteLimiter => {
  const limiter = redisLimiter({
    ...config,
    onLost: (reason) => log.warn({ reason }, 'limits: without Redis, each process counts alone'),
    onBack: () => log.info('limits: Redis is back, all processes count together'),
  })
  return {
    limiter,
    tried: limiter.tried,
    place: () => {
      const state = limiter.state()
      if (state.kind === 'closed') return { kind: 'redis' }
      return { kind: 'memory', reason: state.kind === 'open' ? state.reason : 'not connected yet' }
    },
    countedAlone: limiter.insured,
    stop: limiter.stop,
  }
}

/** Limits of this site: shared by all its processes where there is a Redis for that. */
export const siteLimiter = (redis: RedisConfig | undefined, log: Logger): SiteLimiter =>
  redis ? inRedis(redis, log) : inMemory()
