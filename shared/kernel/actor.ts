/** Whoever holds a valid session, as of this request. */
export type Actor = {
  readonly userId: number
  readonly isSuperuser: boolean
  readonly groupIds: readonly number[]
  /** Keyed hash of the session token: names the session without being able to be it. */
  readonly sessionKey: string
}
