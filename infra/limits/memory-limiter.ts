import type { Limiter } from '../../shared/ports/limiter.ts'
import { limiterOver } from './counter.ts'
import { memoryCounter } from './memory-counter.ts'

/** Limits of one process alone. */
export const memoryLimiter = (options?: Parameters<typeof memoryCounter>[0]): Limiter =>
  limiterOver(memoryCounter(options))
