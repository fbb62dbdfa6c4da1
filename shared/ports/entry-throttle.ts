/** Slows down whoever tries other ways into accounts than a password. */
export type EntryThrottle = {
  /**
   * Counts a mail that somebody at `address` asks for, whether anybody has the account or not.
   * @throws {Refusal} `rate-limited` with the seconds to wait.
   */
  askForMail(account: string, address: string): Promise<void>
  /**
   * Counts a try with a token as failed until it turns out otherwise.
   * @throws {Refusal} `rate-limited` with the seconds to wait.
   */
  begin(address: string): Promise<EntryAttempt>
}

export type EntryAttempt = {
  /** Takes this try back. */
  succeeded(): Promise<void>
}
