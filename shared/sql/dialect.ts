import type { BaseType } from '../kernel/base-type.ts'
import type { BoundValue } from '../ports/engine-driver.ts'
import type { Fragment } from './fragment.ts'
import type { SqlFunctions } from './functions.ts'
import type { Lexicon } from './lexicon.ts'
import type { Notation } from './print.ts'
import type { ExtractionUnit, TruncationUnit, Weekday } from './temporal-unit.ts'
import type { WriteForms } from './write/forms.ts'

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
 * `instant` the same in UTC. `inferred` leaves the type to the engine, which needs a neighbour to
 * infer it from; `text` does not.
 */
export type ValueType =
  | 'inferred'
  | 'text'
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
  /** The engine's name, for the words of a failure. */
  readonly engine: string
  /** A bound value with the cast the engine needs to take it for `type`. */
  readonly parameter: (value: BoundValue, type: ValueType) => Fragment
  /** A number for a place where people write its digits, as behind LIMIT, in the engine's own way. */
  readonly number?: (value: BoundValue, type: ValueType) => Fragment
  /** Where code, quotes and comments begin and end. */
  readonly lexicon: Lexicon
  /** Start of the bucket an operand falls into; a date stays a date, a time a time. */
  readonly truncate: (unit: TruncationUnit, operand: Operand, weekStart: Weekday) => Fragment
  /** One part of a moment as an integer; `day-of-week` is 1 on the first day of the week. */
  readonly extract: (unit: ExtractionUnit, operand: Operand, weekStart: Weekday) => Fragment
  /** `pattern` is a LIKE pattern whose literal parts went through `escapeLike`. */
  readonly like: (operand: Operand, pattern: string, caseSensitive: boolean) => Fragment
  /** A number as a float, whatever it was. */
  readonly asFloat: (number: Fragment) => Fragment
  /** The mean, not cut to the few digits an engine may give integers. */
  readonly average: (operand: Operand) => Fragment
  /** The value below which this fraction of all values lies, interpolated. */
  readonly percentile?: (operand: Operand, fraction: number) => Fragment
  /** Whether GROUP BY GROUPING SETS and GROUPING exist. */
  readonly groupingSets?: true
  /** Whether FULL JOIN exists. */
  readonly fullJoin: boolean
  /** Functions of a row's values; what is missing is a feature the engine does not have. */
  readonly functions: SqlFunctions
  /** This instant, in the session's time zone. */
  readonly now: Fragment
  /** A moment moved by `amount` units; a date moved by whole days stays a date. */
  readonly shift: (operand: Operand, amount: Fragment, unit: TruncationUnit) => Fragment
  /** Whole units between two moments, positive when `from` is the earlier one. */
  readonly difference: (unit: TruncationUnit, from: Operand, to: Operand) => Fragment
  /** The wall clock of `target` at a moment; a moment without a zone is taken to be in `source`. */
  readonly inZone: (operand: Operand, target: string, source: string | undefined) => Fragment
  /** What is particular about statements that write. */
  readonly writes: WriteForms
}

/**
 * Escapes a LIKE pattern's wildcards with `!`. Not with a backslash: whether MySQL reads one in a
 * string literal depends on its SQL mode.
 */
export const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&')
