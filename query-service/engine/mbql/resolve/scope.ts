import { type BaseType, instantTypes, temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { isExtraction, isTimeUnit, type Weekday } from '../../../../shared/sql/temporal-unit.ts'
import type { FieldRow, TableRow } from '../../../../shared/views/database.ts'
import type { Bucket, FieldRef, Mbql } from '../ast.ts'
import type { Catalogue } from '../catalogue.ts'
import type { ResolvedField } from '../resolved.ts'

/** What references can see, and a note of what they have touched. */
export type Scope = {
  readonly table: TableRow
  /** Active fields in the order of the table. */
  readonly fields: readonly FieldRow[]
  /** The same by id and by name, which no two share: ids are numbers and names are texts. */
  readonly known: ReadonlyMap<number | string, FieldRow>
  readonly weekStart: Weekday
  readonly touched: Set<number>
}

const byPosition = (one: FieldRow, other: FieldRow) =>
  one.position - other.position || (one.name < other.name ? -1 : 1)

/**
 * @throws {Refusal} 400 in the same words for a table that is unknown, inactive or in another
 * database: the answer must not tell which.
 */
export const openScope = (
  source: Mbql['source'],
  catalogue: Catalogue,
  weekStart: Weekday,
): Scope => {
  const table = catalogue.table(source.id)
  if (!table?.active || table.db_id !== catalogue.database.id)
    throw invalid(source.path, `There is no table ${source.id} in this database.`)
  const fields = catalogue.fieldsOf(table.id).filter((field) => field.active)
  const known = new Map<number | string, FieldRow>()
  for (const field of fields) known.set(field.id, field).set(field.name, field)
  return { table, fields: fields.toSorted(byPosition), known, weekStart, touched: new Set() }
}

const isTime = (baseType: BaseType) => baseType === 'type/Time' || baseType === 'type/TimeWithTZ'

const fits = (unit: Bucket, baseType: BaseType): boolean => {
  if (unit === 'default') return true
  if (instantTypes.has(baseType)) return true
  if (!temporalTypes.has(baseType)) return false
  return isTime(baseType) === isTimeUnit(unit)
}

/** @throws {Refusal} 400 unless the unit can be taken of the field. */
export const bucketed = (field: ResolvedField, bucket: Bucket): ResolvedField => {
  if (!fits(bucket, field.field.base_type))
    throw invalid(field.ref.path, `The unit "${bucket}" does not fit this field.`)
  const baseType = isExtraction(bucket) ? 'type/Integer' : field.field.base_type
  return { ...field, bucket, baseType }
}

export const unbucketed = ({ field, ref }: ResolvedField): ResolvedField => ({
  kind: 'field',
  field,
  ref,
  baseType: field.base_type,
})

/** @throws {Refusal} 400 for whatever is not an active field of the table, in the same words. */
export const resolveField = (ref: FieldRef, scope: Scope): ResolvedField => {
  const field = scope.known.get(ref.id)
  if (!field) throw invalid(ref.path, 'There is no such field in the table of this query.')
  scope.touched.add(field.id)
  const plain: ResolvedField = { kind: 'field', field, ref, baseType: field.base_type }
  return ref.unit === undefined ? plain : bucketed(plain, ref.unit)
}

/** Days are what people mean by a date without a unit; anything else groups every moment apart. */
export const resolveBreakout = (ref: FieldRef, scope: Scope): ResolvedField => {
  const field = resolveField(ref, scope)
  const isCalendar = temporalTypes.has(field.baseType) && !isTime(field.baseType)
  return field.bucket === undefined && isCalendar ? bucketed(field, 'day') : field
}
