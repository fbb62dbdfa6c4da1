import type { AccessHistory } from '../permissions/history/access-history.ts'

/** The history of access, kept up with the log. */
export type AccessHistories = {
  /**
   * The history with everything that was in the log when it was asked for: never stale, whatever
   * the read models are doing.
   * @throws {Refusal} `unavailable` when the log is away.
   */
  current(): Promise<AccessHistory>
}
