import type { ActorOf, AnyEndpoint, RequestOf, ResponseOf } from './endpoint.ts'

/** "Answer what GET would answer": the query side fills it in once it can see the write. */
export class ReadBack {
  readonly endpoint: AnyEndpoint
  readonly params: unknown
  readonly query: unknown
  /** What of that answer is the answer. */
  readonly pick: (answer: unknown) => unknown

  constructor(
    endpoint: AnyEndpoint,
    { params, query = {} }: { readonly params: unknown; readonly query?: unknown },
    pick: (answer: unknown) => unknown = (answer) => answer,
  ) {
    this.endpoint = endpoint
    this.params = params
    this.query = query
    this.pick = pick
  }
}

/** A read-back that promises the response of a certain endpoint. */
export type ReadBackOf<R> = ReadBack & { readonly promises?: R }

export const readBack = <E extends AnyEndpoint>(
  endpoint: E,
  params: RequestOf<E>['params'],
  query?: RequestOf<E>['query'],
): ReadBackOf<ResponseOf<E>> => new ReadBack(endpoint, { params, query })

/** The same for what is only a part of another endpoint's answer. */
export const readBackPart = <E extends AnyEndpoint, R>(
  endpoint: E,
  params: RequestOf<E>['params'],
  pick: (answer: ResponseOf<E>) => R,
): ReadBackOf<R> => new ReadBack(endpoint, { params }, pick as (answer: unknown) => unknown)

/** An endpoint and what answers it, its types forgotten: an entry of a service's list. */
export type Route<C> = {
  readonly endpoint: AnyEndpoint
  readonly handle: (request: RequestOf<AnyEndpoint>, context: C) => Promise<unknown>
}

/** The context of a handler: the service's own, and the actor the endpoint's access rule grants. */
export type ContextOf<C, E> = Omit<C, 'actor'> & { readonly actor: ActorOf<E> }
