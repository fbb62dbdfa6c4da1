import { numericTypes } from '../kernel/base-type.ts'
import type { Json } from '../kernel/json.ts'
import type { Cell } from '../ports/engine-driver.ts'
import type { FieldRow } from '../views/database.ts'
import type { TargetTable } from './target-table.ts'

/** Numbers that would not come back as they are stay text. */
const numberOf = (text: string): Json => {
  const number = Number(text)
  const isExact = Number.isSafeInteger(number) || /[.e]/i.test(text)
  return Number.isFinite(number) && isExact ? number : text
}

const jsonOf = (cell: Cell, { base_type: type }: FieldRow): Json => {
  if (cell === null) return null
  if (type === 'type/Boolean') return cell === 'true' || cell === '1'
  return numericTypes.has(type) ? numberOf(cell) : cell
}

/** A row as callers of actions know it: by the slugs of its columns. */
export const shownRow = (
  { columns }: TargetTable,
  cellOf: (name: string) => Cell | undefined,
): { [slug: string]: Json } =>
  Object.fromEntries(
    columns.flatMap(({ slug, field }) => {
      const cell = cellOf(field.name)
      return cell === undefined ? [] : [[slug, jsonOf(cell, field)]]
    }),
  )
