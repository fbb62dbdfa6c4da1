import type { Actor } from '../kernel/actor.ts'

/** A live session, and what its reads have to wait for. */
export type Authenticated = {
  readonly actor: Actor
  /** Position of a write of this session that readers could not see when it was answered. */
  readonly pendingPosition: bigint | undefined
  /** How far the read models are, as of the same look-up. */
  readonly checkpoint: bigint
}

/**
 * Sessions are truth of their own, not events: ending one holds for the next request anywhere. Only
 * a keyed hash of the token is kept.
 */
export type Sessions = {
  /** Answers the token, a UUID; nobody else ever sees it. */
  start(userId: number): Promise<string>
  /**
   * Undefined for a token that is unknown, ended or expired, or whose user is deactivated.
   * @throws {Refusal} `projection-lag` for a user so new that readers do not know them.
   */
  authenticate(token: string): Promise<Authenticated | undefined>
  end(sessionKey: string): Promise<void>
  /** For a session that was started and must not be after all. */
  endToken(token: string): Promise<void>
  endAllOf(userId: number, exceptSessionKey?: string): Promise<void>
  /** This session's reads wait for the position from now on. */
  awaitPosition(sessionKey: string, position: bigint): Promise<void>
}
