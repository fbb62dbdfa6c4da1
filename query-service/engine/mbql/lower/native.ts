import { numericTypes } from '../../../../shared/kernel/base-type.ts'
import type { Dialect } from '../../../../shared/sql/dialect.ts'
import {
  type Fragment,
  foreignName,
  identifier,
  join,
  raw,
  sequence,
  sharedValue,
  sql,
} from '../../../../shared/sql/fragment.ts'
import type { NativePart, TaggedColumn } from '../resolved.ts'
import type { ResolvedValue } from '../term.ts'
import { lowerCondition } from './condition.ts'
import type { Context } from './context.ts'
import { type LowerQuery, lowerRows } from './source.ts'
import { lowerTerm } from './term.ts'

const columnName = ({ table, name, alias }: TaggedColumn): Fragment =>
  (alias === undefined ? undefined : foreignName(alias)) ??
  identifier(table.schema, table.name, name)

/** A whole number that fits is an `integer`, which functions take where they take no `bigint`. */
const number = ({ value, type }: ResolvedValue, dialect: Dialect): Fragment => {
  if (dialect.number) return dialect.number(value, type)
  const isSmall = type === 'integer' && Math.abs(Number(value)) < 2 ** 31
  return isSmall ? sql`CAST(${value} AS integer)` : dialect.parameter(value, type)
}

/** A tag that stands in several places is one value. */
const lowerValue = (value: ResolvedValue, { dialect }: Context): Fragment =>
  sharedValue(
    numericTypes.has(value.baseType)
      ? number(value, dialect)
      : dialect.parameter(value.value, value.type),
    value,
  )

type Of<K extends NativePart['kind']> = Extract<NativePart, { kind: K }>

type Lowerers = {
  readonly [K in Exclude<NativePart['kind'], 'text'>]: (
    part: Of<K>,
    context: Context,
    lowerQuery: LowerQuery,
  ) => Fragment
}

const lowerers: Lowerers = {
  values: ({ values }, context) =>
    join(
      values.map((one) => lowerValue(one, context)),
      raw(', '),
    ),
  condition: ({ condition, column }, context) => {
    const inside = column ? { ...context, column: columnName(column) } : context
    const lowered = lowerCondition(condition, inside)
    return condition.kind === 'and' || condition.kind === 'or' ? sql`(${lowered})` : lowered
  },
  term: ({ term, column }, context) =>
    lowerTerm(term, { ...context, column: columnName(column) }).sql,
  rows: ({ source }, context, lowerQuery) => lowerRows(source, context, lowerQuery),
}

const endsInWord = /[\w$.\u0080-\uffff]$/
const beginsWithWord = /^[\w$.\u0080-\uffff]/

/** Digits right beside a word would become part of it: no value makes a name. */
const apart = (value: Fragment, before: NativePart | undefined, after: NativePart | undefined) => {
  const isAfterWord = before?.kind === 'text' && endsInWord.test(before.text)
  const isBeforeWord = after?.kind === 'text' && beginsWithWord.test(after.text)
  const space = raw(' ')
  return sequence([...(isAfterWord ? [space] : []), value, ...(isBeforeWord ? [space] : [])])
}

/** The pieces of SQL that somebody wrote, as they are, and between them what stands for its tags. */
export const lowerNative = (
  parts: readonly NativePart[],
  context: Context,
  lowerQuery: LowerQuery,
): readonly (string | Fragment)[] =>
  parts.map((part, index) => {
    if (part.kind === 'text') return part.text
    // The table is keyed by kind: the function found takes just this part.
    const lower = lowerers[part.kind] as (part: never, ...rest: [Context, LowerQuery]) => Fragment
    return apart(lower(part as never, context, lowerQuery), parts[index - 1], parts[index + 1])
  })
