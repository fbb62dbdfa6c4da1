import type { AccessEvent } from '../events/user.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Named } from '../kernel/decider.ts'

export type LoginMethod = Named<AccessEvent, 'UserLoggedIn'>['data']['method']

/** How and from where somebody came; what is kept of the last two is coarse, and sealed. */
export type SessionOrigin = {
  readonly method: LoginMethod
  readonly address: string
  /** What the client calls itself. */
  readonly userAgent: string | undefined
}

/** A live session as its user may see it. */
export type SessionRecord = {
  readonly id: number
  readonly sessionKey: string
  /** Null for sessions of before this was noted; likewise below. */
  readonly method: LoginMethod | null
  readonly createdAt: Date
  /** To the minute. */
  readonly lastSeenAt: Date | null
  readonly expiresAt: Date
  /** `Firefox on Linux`. */
  readonly device: string | null
  /** The network alone: `198.51.100.0/24`. */
  readonly network: string | null
}

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
  start(userId: number, origin: SessionOrigin): Promise<string>
  /**
   * Undefined for a token that is unknown, ended or expired, or whose user is deactivated.
   * @throws {Refusal} `projection-lag` for a user so new that readers do not know them.
   */
  authenticate(token: string): Promise<Authenticated | undefined>
  end(sessionKey: string): Promise<void>
  /** For a session that was started and must not be after all. */
  endToken(token: string): Promise<void>
  /** Ends all of a user's sessions, or all but one; answers their ids. API keys stay. */
  endAllOf(userId: number, exceptSessionKey?: string): Promise<readonly number[]>
  /** False where this user has no such session. */
  endOne(userId: number, sessionId: number): Promise<boolean>
  /** The newest first. */
  of(userId: number): Promise<readonly SessionRecord[]>
  /** Reads of this session, or with this API key, wait for the position from now on. */
  awaitPosition(sessionKey: string, position: bigint): Promise<void>
}
