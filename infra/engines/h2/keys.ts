import type { CatalogueForeignKey, Cell } from '../../../shared/ports/engine-driver.ts'

/** One column of a primary, unique or foreign key. */
export type KeyColumn = {
  readonly key: string
  readonly kind: string
  readonly schema: string
  readonly table: string
  readonly column: string
  /** Of foreign keys: the key they point at, and the place of the column in it, from 1. */
  readonly target: { readonly key: string; readonly place: number } | undefined
}

const text = (cell: Cell | undefined): string => cell ?? ''

export const keyColumnOf = (row: readonly Cell[]): KeyColumn => {
  const [keySchema, keyName, kind, schema, table, column, place, targetSchema, targetName] = row
  return {
    key: JSON.stringify([keySchema, keyName]),
    kind: text(kind),
    schema: text(schema),
    table: text(table),
    column: text(column),
    target:
      kind === 'FOREIGN KEY'
        ? { key: JSON.stringify([targetSchema, targetName]), place: Number(place) }
        : undefined,
  }
}

const byKey = (columns: readonly KeyColumn[]): ReadonlyMap<string, readonly KeyColumn[]> => {
  const found = new Map<string, KeyColumn[]>()
  for (const column of columns) {
    const others = found.get(column.key)
    if (others) others.push(column)
    else found.set(column.key, [column])
  }
  return found
}

/** Keys of a single column; the columns come in the order they have in their keys. */
export const foreignKeysOf = (columns: readonly KeyColumn[]): readonly CatalogueForeignKey[] => {
  const keys = byKey(columns)
  return [...keys.values()].flatMap(([first, ...others]) => {
    if (!first?.target || others.length > 0) return []
    const target = keys.get(first.target.key)?.[first.target.place - 1]
    if (!target) return []
    return [
      {
        schema: first.schema,
        table: first.table,
        field: first.column,
        targetSchema: target.schema,
        targetTable: target.table,
        targetField: target.column,
      },
    ]
  })
}
