/** What became of a request, as its client saw it. */
export type Reply =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Parsed JSON; undefined where there was no body. */
      readonly body: unknown
      /** `X-Event-Position`, where the answer has one. */
      readonly position?: string
    }
  /** A whole answer that is not JSON. */
  | { readonly kind: 'torn'; readonly status: number; readonly text: string }
  /** The connection ended, or the client gave up, before the answer was whole. */
  | { readonly kind: 'cut'; readonly reason: string }

/** Something a person may do; whether they may is changed by writes and seen by reads. */
export type Permit = { readonly subject: string; readonly allows: boolean }

/** One request, with its answer. Times are milliseconds of the clock of the clients. */
export type Sent = {
  readonly requestId: string
  readonly client: string
  /** For example `card.create`. */
  readonly operation: string
  /** Tries of the same write have the same key. */
  readonly key: string
  readonly sentAt: number
  readonly endedAt: number
  readonly reply: Reply
  /** A write: the type of the one event that says it was done. */
  readonly leaves?: string
  /** A write that gives or takes this. */
  readonly permit?: Permit
  /** It can only succeed at the revision it names: once that is past it never will. */
  readonly conditional?: boolean
  /** A read that only whoever has this right may be served. */
  readonly needs?: string
  /** A read of what the same session was told it had written. */
  readonly own?: boolean
  /** A change of the permissions graph: the revision it was made at. */
  readonly base?: number
}

export const isAcknowledged = ({ reply }: Sent): boolean =>
  reply.kind === 'answered' && reply.status < 300

/** Nobody knows whether it was done, or will be yet. */
export const isUnknown = ({ reply }: Sent): boolean =>
  reply.kind !== 'answered' || reply.status >= 500

/** A word for the outcome, to count by: `200`, `503 unavailable`, `cut`. */
export const outcomeOf = ({ reply }: Sent): string => {
  if (reply.kind !== 'answered') return reply.kind
  const code = codeOf(reply.body)
  return code === undefined ? String(reply.status) : `${reply.status} ${code}`
}

export const codeOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const code: unknown = Reflect.get(body, 'code')
  return typeof code === 'string' ? code : undefined
}

/** For people: what was sent, when and what came of it. */
export const describe = (sent: Sent): string =>
  `${sent.client} ${sent.operation} ${sent.requestId} ` +
  `(${Math.round(sent.sentAt)}–${Math.round(sent.endedAt)} ms: ${outcomeOf(sent)})`
