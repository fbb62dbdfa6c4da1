/**
 * Slows down guessing: failures are counted per account from one address, per account and per
 * address. A refused try does not count, so a lock never feeds itself.
 */
export type LoginThrottle = {
  /** @throws {Refusal} `rate-limited` with the seconds to wait. */
  check(account: string, address: string): Promise<void>
  failed(account: string, address: string): Promise<void>
  /** A success clears the account's counters, not the address's. */
  succeeded(account: string, address: string): Promise<void>
}
