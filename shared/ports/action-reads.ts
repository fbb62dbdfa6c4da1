/** What the service itself needs to know of actions; always as of the log's head when it asked. */
export type ActionReads = {
  /** Ids of runs that were begun before then, ISO 8601, and have not ended; the oldest first. */
  openRuns(before: string): Promise<readonly string[]>
  /** References into the vault of those that have secrets. */
  secrets(): Promise<readonly string[]>
}
