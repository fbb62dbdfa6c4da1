import { Refusal } from '../../shared/kernel/refusal.ts'

/** This process was left behind by the move; the next one, told where the log is, takes over. */
export class LogMoved extends Refusal {
  constructor() {
    super('unavailable', 'The log is being moved to another store; try again.', { retryAfter: 5 })
  }
}
