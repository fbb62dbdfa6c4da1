import type { ValueEntry } from '../../../shared/contract/parameter-values.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { FieldValues } from '../../../shared/ports/field-values.ts'
import { type AskDependencies, askColumn, type ValuesAsking } from './ask.ts'
import {
  chainedColumn,
  chainedValuesQuery,
  type FieldFilter,
  type ForeignKey,
  isWithinReach,
} from './chain.ts'
import type { ValuesColumn } from './column-query.ts'
import { bounded, entryOf, merged, oncePerValue, type ValueList } from './entry.ts'
import { findField, findKeys, findLabel, type KnownField } from './fields.ts'
import type { NamedFilter, ValueSource } from './source.ts'
import { fromStaticList } from './static-list.ts'
import type { Wanted } from './wanted.ts'

export type ValuesDependencies = AskDependencies & { readonly fieldValues: FieldValues }

type Of<K extends ValueSource['kind']> = Extract<ValueSource, { kind: K }>

const isValue = (value: unknown): value is ValueEntry[0] => typeof value !== 'object'

/** What the last scan found; only of whole fields that people see as they are. */
const cachedValues = async (
  { fieldValues }: ValuesDependencies,
  id: number,
): Promise<ValueList | undefined> => {
  const cached = await fieldValues.get(id)
  if (!cached) return undefined
  const values = cached.values.filter(isValue).map((value) => entryOf(value))
  return oncePerValue(bounded({ values, hasMore: cached.hasMore }))
}

const askField = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  known: KnownField,
  { filters, keys }: { filters: readonly FieldFilter[]; keys: readonly ForeignKey[] },
  wanted: Wanted,
): Promise<ValueList> => {
  const { field } = known
  const isOutOfReach = ({ isBinding, field: other }: FieldFilter) =>
    isBinding && !isWithinReach(field.table_id, other, keys)
  if (filters.some(isOutOfReach)) return { values: [], hasMore: false }
  const label = await findLabel(asking, dependencies.cache, known)
  const column = chainedValuesQuery(field, filters, keys)
  const isWhole = wanted.kind === 'all' && label === undefined && !column.query.parameters?.length
  const cached = isWhole ? await cachedValues(dependencies, field.id) : undefined
  if (cached) return cached
  return oncePerValue(await askColumn(dependencies, asking, { ...column, label }, wanted))
}

const findFilters = async (
  asking: ValuesAsking,
  { cache }: ValuesDependencies,
  filters: readonly NamedFilter[],
  databaseId: number | undefined,
): Promise<readonly FieldFilter[]> => {
  const found: FieldFilter[] = []
  for (const { fieldId, ...filter } of filters)
    found.push({ ...filter, field: (await findField(asking, cache, fieldId, databaseId)).field })
  return found
}

const askFields = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  { fieldIds, filters: named, databaseId }: Of<'fields'>,
  wanted: Wanted,
): Promise<ValueList> => {
  const { cache } = dependencies
  const known: KnownField[] = []
  // All are checked before the first one is asked.
  for (const id of new Set(fieldIds)) known.push(await findField(asking, cache, id, databaseId))
  const filters = await findFilters(asking, dependencies, named, databaseId)
  const lists: ValueList[] = []
  for (const one of known) {
    const isElsewhere = ({ field }: FieldFilter) => field.table_id !== one.field.table_id
    const keys = filters.some(isElsewhere) ? await findKeys(asking, cache, one.field.db_id) : []
    lists.push(await askField(dependencies, asking, one, { filters, keys }, wanted))
  }
  return merged(lists)
}

/** The label of a column that is a field of its query's own table. */
const findColumnLabel = async (
  { cache }: ValuesDependencies,
  asking: ValuesAsking,
  { own }: ValuesColumn,
): Promise<Json | undefined> => {
  if (!own) return undefined
  const known = await findField(asking, cache, own.fieldId)
  return known.table.id === own.tableId ? findLabel(asking, cache, known) : undefined
}

/** Only a column of its query's own table is narrowed by way of foreign keys. */
const narrowedColumn = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  { column, filters: named = [] }: Of<'column'>,
): Promise<ValuesColumn> => {
  const { own } = column
  if (!own || named.length === 0) return column
  const { cache } = dependencies
  const { field } = await findField(asking, cache, own.fieldId)
  if (field.table_id !== own.tableId) return column
  const filters = await findFilters(asking, dependencies, named, field.db_id)
  const keys = await findKeys(asking, cache, field.db_id)
  return chainedColumn(column, own.tableId, { filters, keys })
}

const askSourceColumn = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  source: Of<'column'>,
  wanted: Wanted,
): Promise<ValueList> => {
  const column = await narrowedColumn(dependencies, asking, source)
  const label = column.label ?? (await findColumnLabel(dependencies, asking, column))
  return oncePerValue(await askColumn(dependencies, asking, { ...column, label }, wanted))
}

const askSeveral = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  { sources }: Of<'several'>,
  wanted: Wanted,
): Promise<ValueList> => {
  const lists: ValueList[] = []
  for (const source of sources) lists.push(await findValues(dependencies, asking, source, wanted))
  return merged(lists)
}

/**
 * The values of a parameter that are wanted, wherever they come from.
 * @throws {Refusal} 400, 403 or 404 for what one may not ask for or what is not there, 503 for a
 * database that does not answer
 */
export const findValues = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  source: ValueSource,
  wanted: Wanted,
): Promise<ValueList> => {
  if (source.kind === 'list') return fromStaticList(source.values, wanted)
  if (source.kind === 'fields') return askFields(dependencies, asking, source, wanted)
  if (source.kind === 'several') return askSeveral(dependencies, asking, source, wanted)
  return askSourceColumn(dependencies, asking, source, wanted)
}

/** A value with its label; by itself where it has none. @throws {Refusal} as `findValues` */
export const findLabelled = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  source: ValueSource,
  value: ValueEntry[0],
): Promise<ValueEntry> => {
  const { values } = await findValues(dependencies, asking, source, { kind: 'one', value })
  return values.find((entry) => entry.length === 2) ?? [value]
}
