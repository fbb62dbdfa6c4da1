import type { BaseType } from '../kernel/base-type.ts'
import type { BoundValue } from '../ports/engine-driver.ts'
import type { Fragment } from './fragment.ts'
import type { Notation } from './print.ts'
import type { ExtractionUnit, TruncationUnit, Weekday } from './temporal-unit.ts'

/** An expression over a column, and what is known of its type. */
export type Operand = {
  readonly sql: Fragment
  readonly baseType: BaseType
  /** The engine's own word for the column's type, lower case. */
  readonly databaseType: string
}

/**
 * What a bound value is to be taken for. Text forms: `date` `YYYY-MM-DD`; `time`
 * `HH:MM:SS[.ffffff]`; `datetime` `YYYY-MM-DD HH:MM:SS[.ffffff]` in the session's time zone;
 * `instant` the same in UTC. `inferred` leaves the type to the engine.
 */
export type ValueType =
  | 'inferred'
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'date'
  | 'time'
  | 'datetime'
  | 'instant'

/** What one SQL engine does differently: data and small functions, not a second compiler. */
export type Dialect = Notation & {
  /** A bound value with the cast the engine needs to take it for `type`. */
  readonly parameter: (value: BoundValue, type: ValueType) => Fragment
  /** Start of the bucket an operand falls into; a date stays a date, a time a time. */
  readonly truncate: (unit: TruncationUnit, operand: Operand, weekStart: Weekday) => Fragment
  /** One part of a moment as an integer; `day-of-week` is 1 on the first day of the week. */
  readonly extract: (unit: ExtractionUnit, operand: Operand, weekStart: Weekday) => Fragment
  /** `pattern` is a LIKE pattern whose literal parts went through `escapeLike`. */
  readonly like: (operand: Operand, pattern: string, caseSensitive: boolean) => Fragment
  /** The mean, not cut to the few digits an engine may give integers. */
  readonly average: (operand: Operand) => Fragment
}

/**
 * Escapes a LIKE pattern's wildcards with `!`. Not with a backslash: whether MySQL reads one in a
 * string literal depends on its SQL mode.
 */
export const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&')
