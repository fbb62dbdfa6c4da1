import { type Fragment, foreignName, identifier, sql } from '../../../../shared/sql/fragment.ts'
import { lowerParts, lowerValues } from '../../../../shared/sql/template/lower.ts'
import type { NativePart, TaggedColumn } from '../resolved.ts'
import { lowerCondition } from './condition.ts'
import type { Context } from './context.ts'
import { type LowerQuery, lowerRows } from './source.ts'
import { lowerTerm } from './term.ts'

const columnName = ({ table, name, alias }: TaggedColumn): Fragment =>
  (alias === undefined ? undefined : foreignName(alias)) ??
  identifier(table.schema, table.name, name)

type Inserted = Exclude<NativePart, { kind: 'text' }>

type Lowerers = {
  readonly [K in Inserted['kind']]: (
    part: Extract<Inserted, { kind: K }>,
    context: Context,
    lowerQuery: LowerQuery,
  ) => Fragment
}

const lowerers: Lowerers = {
  values: ({ values }, { dialect }) => lowerValues(values, dialect),
  condition: ({ condition, column }, context) => {
    const inside = column ? { ...context, column: columnName(column) } : context
    const lowered = lowerCondition(condition, inside)
    return condition.kind === 'and' || condition.kind === 'or' ? sql`(${lowered})` : lowered
  },
  term: ({ term, column }, context) =>
    lowerTerm(term, { ...context, column: columnName(column) }).sql,
  rows: ({ source }, context, lowerQuery) => lowerRows(source, context, lowerQuery),
}

/** The pieces of SQL that somebody wrote, as they are, and between them what stands for its tags. */
export const lowerNative = (
  parts: readonly NativePart[],
  context: Context,
  lowerQuery: LowerQuery,
): readonly (string | Fragment)[] =>
  lowerParts<Inserted>(parts, (part) => {
    // The table is keyed by kind: the function found takes just this part.
    const lower = lowerers[part.kind] as (part: never, ...rest: [Context, LowerQuery]) => Fragment
    return lower(part as never, context, lowerQuery)
  })
