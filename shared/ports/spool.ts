/** A file that is put together before it is sent, outside of memory. */
export type Spool = {
  /** Takes the next bytes. @throws {QueryProblem} `driver` where there is no room for them */
  write(chunk: Uint8Array): Promise<void>
  /** What was written, from its beginning. */
  read(): AsyncIterable<Uint8Array>
  /** Lets go of it, also while it is written or read; again does nothing. */
  discard(): Promise<void>
}

export type Spools = { open(): Promise<Spool> }
