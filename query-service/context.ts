import type { Kysely } from 'kysely'
import type { JsonText, NotModified } from '../shared/contract/answer.ts'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../shared/contract/endpoint.ts'
import type { ContextOf, Route } from '../shared/contract/route.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import type { ReadModels } from '../shared/views/index.ts'

/** The read models as this request may see them. */
export type Views = Kysely<ReadModels>

/** What a query handler works with; one per request. */
export type QueryContext = {
  readonly actor: Actor | undefined
  readonly views: Views
  /** The read models are at least here; undefined where that is not known. */
  readonly position: bigint | undefined
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
  /** Has this done once the answer has left or its client has. */
  readonly afterwards: (action: () => void) => void
  /** Adds a header to the answer, e.g. `X-Total-Count` of a paged list. */
  readonly header: (name: string, value: string) => void
  /**
   * Names the version of the answer, quotes included, in its `ETag`. True when the client has that
   * version: then answer `notModified`.
   */
  readonly isCurrent: (tag: string) => boolean
}

export type QueryRoute = Route<QueryContext>

/** A handler answers the response, as a value or as text, or says that the client has it. */
export type AnswerOf<E> = ResponseOf<E> | JsonText<ResponseOf<E>> | NotModified

/** Ties a handler to its endpoint, types checked; the list of routes forgets them. */
export const on = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (request: RequestOf<E>, context: ContextOf<QueryContext, E>) => Promise<AnswerOf<E>>,
): QueryRoute => ({ endpoint, handle: handle as QueryRoute['handle'] })
