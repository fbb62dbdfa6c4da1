import type { DatabaseRow, FieldRow, TableRow } from '../views/database.ts'

/** What reactors need to know of the read models; always as of the log's head when they asked. */
export type BackgroundReads = {
  databases(): Promise<readonly DatabaseRow[]>
  database(id: number): Promise<DatabaseRow | undefined>
  /** All tables of a database, retired ones included. */
  tables(databaseId: number): Promise<readonly TableRow[]>
  /** All fields of a database, retired ones included. */
  fields(databaseId: number): Promise<readonly FieldRow[]>
}
