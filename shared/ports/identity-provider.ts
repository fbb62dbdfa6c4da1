/** Somebody as the identity provider knows them. */
export type Identity = {
  /** A keyed hash of issuer and subject: the same person has the same one, whatever their address. */
  readonly key: string
  readonly issuer: string
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined
  /** Empty where the token says nothing. */
  readonly firstName: string
  readonly lastName: string
}

export type IdentityProvider = {
  /**
   * Who an ID token is about.
   * @throws {Refusal} 400 where no provider is set up, 401 for a token that proves nothing, 503 where
   * the provider cannot be asked for its keys.
   */
  verify(token: string): Promise<Identity>
}
