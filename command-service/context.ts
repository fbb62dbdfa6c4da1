import type { AnyEndpoint, Instead, RequestOf, ResponseOf } from '../shared/contract/endpoint.ts'
import type { ContextOf, ReadBackOf, Route } from '../shared/contract/route.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import type { IdSequences } from '../shared/ports/id-sequences.ts'
import type { Executor } from './execute.ts'

/** What a command handler works with; one per request. */
export type CommandContext = {
  readonly actor: Actor | undefined
  readonly executor: Executor
  /** UUID of this request: the same one again when the request is a repetition. */
  readonly commandId: string
  /** Ids for this request: the same ones again when the request is a repetition. */
  readonly ids: IdSequences
  /** Where the request came from, as far as the proxies in front are trusted. */
  readonly address: string
  /** What the client calls itself. */
  readonly userAgent?: string | undefined
}

export type CommandRoute = Route<CommandContext>

/** A handler answers the response itself, names the read that answers it, or tells of a dry run. */
export type AnswerOf<E> = ResponseOf<E> | ReadBackOf<ResponseOf<E>> | Instead

/** Ties a handler to its endpoint, types checked; the list of routes forgets them. */
export const on = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (request: RequestOf<E>, context: ContextOf<CommandContext, E>) => Promise<AnswerOf<E>>,
): CommandRoute => ({ endpoint, handle: handle as CommandRoute['handle'] })
