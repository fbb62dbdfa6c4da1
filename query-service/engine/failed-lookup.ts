import { Refusal } from '../../shared/kernel/refusal.ts'
import type { QueryErrorType } from '../../shared/ports/engine-driver.ts'

/** What may be over when somebody asks again; all else is what was asked. */
const passing: ReadonlySet<string> = new Set<QueryErrorType>([
  'timed-out',
  'cancelled',
  'connection',
  'driver',
  'overloaded',
])

/** Where an answer has no room for a failed result, as lists have not, a failed run is a refusal. */
export const failedLookup = (errorType: string, message: string): Refusal =>
  new Refusal(passing.has(errorType) ? 'unavailable' : 'validation', message)
