import { numericTypes } from '../../kernel/base-type.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { CompiledQuery } from '../../ports/engine-driver.ts'
import type { WriteStatement } from '../../ports/engine-writer.ts'
import type { Dialect } from '../dialect.ts'
import { type Fragment, identifier, join, raw, sql } from '../fragment.ts'
import { print } from '../print.ts'
import { besideColumn, intoColumn } from './taking.ts'
import { type WriteColumn, type WriteTarget, type WriteValues, wrongValue } from './target.ts'
import { valueFor } from './value.ts'

/** Builds a statement about one row, out of the values of its columns. @throws {Refusal} 400 */
export type ImplicitStatement = (
  dialect: Dialect,
  target: WriteTarget,
  values: WriteValues,
) => WriteStatement

const comma = raw(', ')

const tableOf = ({ table }: WriteTarget): Fragment => identifier(table.schema, table.name)
const nameOf = ({ field }: WriteColumn): Fragment => identifier(field.name)

const allOf = (target: WriteTarget): Fragment => join(target.columns.map(nameOf), comma)

const keyGiven = (dialect: Dialect, { key }: WriteTarget, values: WriteValues): Fragment => {
  const value = values.get(key.slug) ?? null
  // A checked box is not the row 1.
  const isName = typeof value !== 'boolean' || key.field.base_type === 'type/Boolean'
  if (value === null || value === '' || !isName)
    throw wrongValue(key, 'This says which row is meant: it is needed.')
  return valueFor(key, value, besideColumn(dialect))
}

const rowWhere = (target: WriteTarget, key: Fragment): Fragment =>
  sql`SELECT ${allOf(target)} FROM ${tableOf(target)} WHERE ${nameOf(target.key)} = ${key}`

/** The columns that have a value, with that value. */
const assigned = (
  dialect: Dialect,
  columns: readonly WriteColumn[],
  values: WriteValues,
): readonly (readonly [name: Fragment, value: Fragment])[] => {
  const place = intoColumn(dialect)
  const found = columns.flatMap((column) => {
    const value = values.get(column.slug)
    return value === undefined ? [] : [[nameOf(column), valueFor(column, value, place)] as const]
  })
  if (found.length === 0) throw invalid('parameters', 'No field has a value: nothing to write.')
  return found
}

const aboutOneRow = ({ table: { schema, name } }: WriteTarget) =>
  ({ origin: 'compiled', table: { schema, name }, expectRows: 1 }) as const

/** Reads back by the key that was given, or that the server gave: it counts, and gives no texts. */
const readBackOf = (dialect: Dialect, target: WriteTarget, values: WriteValues) => {
  const { givenKey } = dialect.writes
  if (!givenKey) return {}
  const { slug, field } = target.key
  const isGiven = (values.get(slug) ?? null) !== null
  if (!isGiven && !numericTypes.has(field.base_type)) return {}
  const key = isGiven ? keyGiven(dialect, target, values) : givenKey
  return { readBack: print(rowWhere(target, key), dialect) }
}

/** Adds a row; what has no value is the database's to fill in. The row comes back. */
export const implicitInsert: ImplicitStatement = (dialect, target, values) => {
  const given = assigned(dialect, target.columns, values)
  const names = join(
    given.map(([name]) => name),
    comma,
  )
  const filled = join(
    given.map(([, value]) => value),
    comma,
  )
  const insert = sql`INSERT INTO ${tableOf(target)} (${names}) VALUES (${filled})`
  const statement = dialect.writes.returning?.(insert, allOf(target)) ?? insert
  return {
    ...aboutOneRow(target),
    query: print(statement, dialect),
    returns: target.columns.map(({ field }) => field.name),
    ...readBackOf(dialect, target, values),
  }
}

/** Changes the row that the value of the key names; the key itself stays as it is. */
export const implicitUpdate: ImplicitStatement = (dialect, target, values) => {
  const { columns, key } = target
  const others = columns.filter((column) => column !== key)
  const set = assigned(dialect, others, values).map(([name, value]) => sql`${name} = ${value}`)
  const update = sql`UPDATE ${tableOf(target)} SET ${join(set, comma)}`
  const row = sql`${nameOf(key)} = ${keyGiven(dialect, target, values)}`
  return { ...aboutOneRow(target), query: print(sql`${update} WHERE ${row}`, dialect) }
}

/** Deletes the row that the value of the key names. */
export const implicitDelete: ImplicitStatement = (dialect, target, values) => {
  const row = sql`${nameOf(target.key)} = ${keyGiven(dialect, target, values)}`
  return {
    ...aboutOneRow(target),
    query: print(sql`DELETE FROM ${tableOf(target)} WHERE ${row}`, dialect),
  }
}

/** The row that the value of the key names, as it is now: to be read, not written. */
export const implicitRow = (
  dialect: Dialect,
  target: WriteTarget,
  values: WriteValues,
): CompiledQuery => print(rowWhere(target, keyGiven(dialect, target, values)), dialect)
