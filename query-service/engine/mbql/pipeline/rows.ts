import type { Context } from './context.ts'
import type { Pipeline } from './source.ts'

/** Documents as far as they are made, and where they hold what is asked for. */
export type Rows = Pipeline & { readonly context: Context }
