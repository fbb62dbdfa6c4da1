import { describe } from '@jest/globals'
import { memoryLimiter } from '../../infra/limits/memory-limiter.ts'
import { limiterContract } from './limiter.ts'

describe('the limiter of one process', () => {
  const limiter = memoryLimiter()
  limiterContract(() => [limiter])
})
