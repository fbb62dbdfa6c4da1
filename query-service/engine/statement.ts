import type { CompiledQuery } from '../../shared/ports/engine-driver.ts'

type Layout = {
  /** One clause a line, indented; otherwise all on one line. */
  readonly pretty: boolean
}

/** What is put to a database, and what people are shown of it. */
export type Statement = {
  readonly compiled: CompiledQuery
  /** The same with its values in it, to look at: what runs is `compiled`. */
  readonly shown: (layout: Layout) => string
}
