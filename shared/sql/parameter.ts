/** One of a request's `parameters`, as it was received. */
export type RawParameter = {
  readonly type?: string | undefined
  readonly target?: unknown
  readonly value?: unknown
  readonly default?: unknown
  readonly options?: unknown
}
