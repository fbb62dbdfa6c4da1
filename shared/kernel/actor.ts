import type { KeyScope } from './key-scope.ts'

/** Whoever holds a valid session or API key, as of this request. */
export type Actor = {
  readonly userId: number
  readonly isSuperuser: boolean
  readonly groupIds: readonly number[]
  /** Keyed hash of the session's token or of the key: names it without being able to be it. */
  readonly sessionKey: string
  /** Present where an API key was sent in place of a session's token. */
  readonly apiKey?: { readonly id: number; readonly scope: KeyScope }
}
