import { UnstorableEvent } from '../../../shared/ports/event-store.ts'
import { codeOf, unavailable } from '../../postgres/trouble.ts'
import { LogMoved } from '../log-moved.ts'
import { sealedCode } from './seal.ts'

const repeatsId = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Reflect.get(error, 'constraint') === 'events_event_id_key'

/** What the port's callers see: `unavailable` (try again later), a broken rule, or the bug itself. */
export const translateError = (error: unknown): unknown =>
  repeatsId(error)
    ? new UnstorableEvent('an event of this id is in the log already')
    : codeOf(error) === sealedCode
      ? new LogMoved()
      : (unavailable(error) ?? error)
