import type { DatabaseRow, FieldRow, TableRow } from '../views/database.ts'

/**
 * What actions can be about, as the read models have it: every loss of a right is there before
 * anybody is told of it.
 */
export type ActionTargets = {
  database(id: number): Promise<DatabaseRow | undefined>
  /** With the fields it has, in the order of its columns. */
  table(
    id: number,
  ): Promise<{ readonly table: TableRow; readonly fields: readonly FieldRow[] } | undefined>
  /** The action a link leads to, or led to lately. */
  linkedAction(uuid: string): Promise<number | undefined>
}
