/** The account as it was when the token was made; with another password or address it is void. */
export type ResetBasis = {
  readonly userId: number
  readonly credentialVersion: number
  readonly emailKey: string
}

/** Tokens that set a password, one an account at most. Only a keyed hash of each is kept. */
export type ResetTokens = {
  /** Answers the token, good for so long; the one before it opens nothing any more. */
  issue(basis: ResetBasis, seconds: number): Promise<string>
  /** Undefined for what is unknown, void or expired. */
  find(token: string): Promise<ResetBasis | undefined>
}
