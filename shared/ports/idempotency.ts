/** An answer given before, to be given again. */
export type StoredAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a keyed request finds when it begins. */
export type IdempotentStart =
  /** Nobody answered this key yet: go on, with this command id and these ids. */
  | { readonly kind: 'run'; readonly commandId: string }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  /** The same key came with another request. */
  | { readonly kind: 'mismatch' }
  /** The first request with this key is still under way. */
  | { readonly kind: 'busy' }

/**
 * `Idempotency-Key` (decision G8): kept 24 h per session. A repetition after a lost answer gets the
 * command id and the integer ids of the first try, so the store itself refuses the double.
 */
export type Idempotency = {
  begin(scope: string, key: string, requestHash: string): Promise<IdempotentStart>
  finish(commandId: string, answer: StoredAnswer): Promise<void>
  /** The request failed without an answer worth keeping; the next try may run. */
  release(commandId: string): Promise<void>
  /** The n-th id of a kind this command drew: the same again for every try. */
  remembered(
    commandId: string,
    slot: string,
    draw: () => Promise<readonly number[]>,
  ): Promise<readonly number[]>
}
