import type { KeyScope } from '../kernel/key-scope.ts'
import type { Authenticated } from './sessions.ts'

/** What is kept of a key beside its hash: enough to recognise it, not to use it. */
export type KeyTraits = {
  /** How it begins, `as_4fQ9xZ`. */
  readonly hint: string
  /** To the minute; null until it was used. */
  readonly lastUsedAt: Date | null
}

/**
 * Keys for scripts are truth of their own beside their events, as sessions are: one that is removed
 * opens nothing from the next request on. Only a keyed hash is kept.
 */
export type ApiKeys = {
  /**
   * Undefined for a key that is unknown, removed or expired, or whose user is deactivated.
   * @throws {Refusal} `projection-lag` for a user so new that readers do not know them.
   */
  authenticate(key: string): Promise<Authenticated | undefined>
  /** Makes a key, anew where there is one of this id; answers it: nobody sees it again. */
  issue(options: {
    readonly apiKeyId: number
    readonly userId: number
    readonly scope: KeyScope
    readonly expiresAt: Date
  }): Promise<string>
  /** Puts another key in the place of this one and answers it; undefined where it was removed. */
  replace(apiKeyId: number, expiresAt: Date): Promise<string | undefined>
  remove(apiKeyId: number): Promise<void>
  /** Those of this user, expired ones too. */
  idsOf(userId: number): Promise<readonly number[]>
  /** By id; without those that were removed. */
  traitsOf(apiKeyIds: readonly number[]): Promise<ReadonlyMap<number, KeyTraits>>
}
