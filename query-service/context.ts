import type { Kysely } from 'kysely'
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
  /** Adds a header to the answer, e.g. `X-Total-Count` of a paged list. */
  readonly header: (name: string, value: string) => void
}

export type QueryRoute = Route<QueryContext>

/** Ties a handler to its endpoint, types checked; the list of routes forgets them. */
export const on = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (request: RequestOf<E>, context: ContextOf<QueryContext, E>) => Promise<ResponseOf<E>>,
): QueryRoute => ({ endpoint, handle: handle as QueryRoute['handle'] })
