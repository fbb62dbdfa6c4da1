import type { Json } from '../../kernel/json.ts'
import type { BoundValue } from '../../ports/engine-driver.ts'
import type { Dialect, ValueType } from '../dialect.ts'
import { bound, type Fragment } from '../fragment.ts'
import type { WriteColumn } from './target.ts'

/** Where a value goes: what has a type of its own is put otherwise beside a column than into it. */
export type Place = {
  readonly dialect: Dialect
  readonly put: (value: BoundValue, type: ValueType) => Fragment
}

/** Into a column, whose type the engine knows: only an instant must be told from a local time. */
export const intoColumn = (dialect: Dialect): Place => ({
  dialect,
  put: (value, type) => (type === 'instant' ? dialect.parameter(value, type) : bound(value)),
})

/** Beside a column that it is compared with: some engines would compare floats. */
export const besideColumn = (dialect: Dialect): Place => ({ dialect, put: dialect.parameter })

/** How columns of one kind take a value. @throws {Refusal} 400 where they do not. */
export type Taking = (value: Exclude<Json, null>, column: WriteColumn, place: Place) => Fragment
