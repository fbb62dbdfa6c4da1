/** `url` is absolute. Header names are the caller's; what the connection needs is added for it. */
export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * `reason` is a sentence for callers: it names no address that a host name stands for.
 * An answer of any status is `answered`, redirects and errors too.
 */
export type HttpOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** By name in lower case; several of one name are joined with a comma. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** Nothing was sent: the address, the scheme, or a header is not allowed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `mayHaveActed`: the request may have reached the other side. */
  | { readonly kind: 'failed'; readonly reason: string; readonly mayHaveActed: boolean }

/** Calls others over HTTP: once, within 10 s, no further than public addresses and those allowed. */
export type HttpCaller = {
  /** Never throws for what the other side does; `signal` ends the call as `failed`. */
  call(call: HttpCall, options: { readonly signal: AbortSignal }): Promise<HttpOutcome>
}
