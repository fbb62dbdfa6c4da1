import type { FieldRow, TableRow } from '../../../shared/views/database.ts'

/** What is known of one database by its last sync. Answers from memory: compiling does no I/O. */
export type Catalogue = {
  readonly database: { readonly id: number; readonly engine: string }
  readonly table: (id: number) => TableRow | undefined
  readonly fieldsOf: (tableId: number) => readonly FieldRow[]
  readonly field: (id: number) => FieldRow | undefined
}
