/**
 * Slows down guessing: failures are counted per account from one address, per account and per
 * address. A refused try does not count, so a lock never feeds itself.
 */
export type LoginThrottle = {
  /**
   * Counts a try as failed until it turns out otherwise, so that many at once are no more than one
   * after the other.
   * @throws {Refusal} `rate-limited` with the seconds to wait.
   */
  begin(account: string, address: string): Promise<LoginAttempt>
}

export type LoginAttempt = {
  /** Clears the account's counters; of the address's, only this try. */
  succeeded(): Promise<void>
  /** Nobody found out what it was: it counts for nothing. */
  withdrawn(): Promise<void>
}
