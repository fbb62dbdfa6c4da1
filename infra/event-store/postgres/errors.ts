import { Refusal } from '../../../shared/kernel/refusal.ts'
import { UnstorableEvent } from '../../../shared/ports/event-store.ts'
import { codeOf, unavailable } from '../../postgres/trouble.ts'
import { sealedCode } from './seal.ts'

const repeatsId = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Reflect.get(error, 'constraint') === 'events_event_id_key'

/** This process was left behind by the move; the next one, told where the log is, takes over. */
const movedAway = () =>
  new Refusal('unavailable', 'The log is being moved to another store; try again.', {
    retryAfter: 5,
  })

/** What the port's callers see: `unavailable` (try again later), a broken rule, or the bug itself. */
export const translateError = (error: unknown): unknown =>
  repeatsId(error)
    ? new UnstorableEvent('an event of this id is in the log already')
    : codeOf(error) === sealedCode
      ? movedAway()
      : (unavailable(error) ?? error)
