/** Secrets at rest, encrypted and bound to their reference; events carry the reference alone. */
export type Vault = {
  put(kind: string, secret: string): Promise<string>
  /** Undefined once removed. */
  open(reference: string): Promise<string | undefined>
  remove(reference: string): Promise<void>
  /** Removes what is of this kind, older than that, and not among `keep`; answers how many. */
  sweep(kind: string, keep: readonly string[], olderThanSeconds: number): Promise<number>
}

/** The token that lets the first admin in: minted once, shown until used, then gone. */
export type SetupToken = {
  /** Mints it on first use; undefined once it was burnt. */
  current(): Promise<string | undefined>
  matches(candidate: string): Promise<boolean>
  burn(): Promise<void>
}
