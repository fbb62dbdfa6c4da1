import type { z } from 'zod'
import type { Actor } from '../kernel/actor.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `anyone`; whoever has a session; admins; for user routes the person `:id` names and
 * admins. `session-once-set-up` is open while there is no user yet, since nobody can have a session.
 */
export type Access = 'anyone' | 'session-once-set-up' | 'session' | 'self-or-admin' | 'admin'

export const rateClasses = ['login', 'query', 'metadata', 'write', 'public', 'embed'] as const
export type RateClass = (typeof rateClasses)[number]

/** 204 without a body. */
export const noContent = { kind: 'no-content' } as const
/** A file download, written as it is made; a result in one of its formats, unless it says otherwise. */
export type DownloadShape = { readonly kind: 'download'; readonly mediaType?: string }
export const download: DownloadShape = { kind: 'download' }
export const downloadAs = (mediaType: string): DownloadShape => ({ kind: 'download', mediaType })

export const isDownload = (response: unknown): response is DownloadShape =>
  typeof response === 'object' &&
  response !== null &&
  'kind' in response &&
  response.kind === 'download'

export type Download = {
  readonly contentType: string
  readonly fileName: string
  /** Resolves when the last byte is handed over; a rejection cuts the connection. */
  write(sink: (chunk: Uint8Array) => Promise<void>): Promise<void>
}

/**
 * In place of the usual answer this one, as JSON with 200: a download that came to nothing before its
 * first byte, or what a dry run found out.
 */
export type Instead = { readonly instead: unknown }

type Shape = z.ZodType
type ResponseShape = Shape | typeof noContent | DownloadShape

export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends ResponseShape = ResponseShape,
  A extends Access = Access,
> = {
  readonly method: Method
  /** `/api/user/:id`; literal paths win over parameters wherever they stand in the list. */
  readonly path: string
  /** The service that answers: the router and the distributed nginx are generated from it. */
  readonly side: 'command' | 'query'
  readonly access: A
  readonly rate: RateClass
  readonly tag: string
  readonly summary: string
  readonly params?: P | undefined
  readonly query?: Q | undefined
  /** Keys of the query that may come several times; their values arrive joined by commas. */
  readonly repeatable?: readonly string[] | undefined
  /** Any key of the query may come several times; its values arrive as a list. */
  readonly manyValues?: true | undefined
  readonly body?: B | undefined
  /** Bodies may also come as a form, its fields holding JSON text. */
  readonly form?: true | undefined
  /** Answers name their version in an `ETag`; whoever has it already (`If-None-Match`) gets 304. */
  readonly versioned?: true | undefined
  readonly response: R
  /** Takes a session: it hands out or changes what lets people in, which no API key may. */
  readonly inPerson?: true | undefined
  /** The answer holds a secret that is not kept: a repetition with an `Idempotency-Key` gets 409. */
  readonly shownOnce?: true | undefined
  /** What `dry_run=true` answers instead, with 200. */
  readonly trial?: Shape | undefined
}

/** Declares an endpoint. Everything else about it is derived from this value. */
export const endpoint = <
  A extends Access,
  R extends ResponseShape,
  P extends Shape = z.ZodUndefined,
  Q extends Shape = z.ZodUndefined,
  B extends Shape = z.ZodUndefined,
>(
  definition: Endpoint<P, Q, B, R, A>,
): Endpoint<P, Q, B, R, A> => definition

// biome-ignore lint/suspicious/noExplicitAny: the bound of "some endpoint", whatever its shapes
export type AnyEndpoint = Endpoint<any, any, any, any, any>

/** Whether a write can be asked what it would do. */
export const hasDryRun = ({ query }: Pick<AnyEndpoint, 'query'>): boolean =>
  query !== undefined && 'dry_run' in query.shape

export type ParamsOf<E> = E extends Endpoint<infer P, Shape, Shape> ? z.infer<P> : never
export type QueryOf<E> = E extends Endpoint<Shape, infer Q, Shape> ? z.infer<Q> : never
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B> ? z.infer<B> : never

export type ResponseOf<E> =
  E extends Endpoint<Shape, Shape, Shape, infer R>
    ? R extends Shape
      ? z.input<R>
      : R extends DownloadShape
        ? Download | Instead
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing
          void
    : never

/** A request whose path, query and body have been parsed by the endpoint's own shapes. */
export type RequestOf<E> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
}

export type ActorOf<E> =
  E extends Endpoint<Shape, Shape, Shape, ResponseShape, infer A>
    ? A extends 'anyone' | 'session-once-set-up'
      ? Actor | undefined
      : Actor
    : never
