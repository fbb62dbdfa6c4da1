import type { GivenParameter } from '../../../shared/sql/template/given.ts'
import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { Mbql } from './ast.ts'

/** A saved question as a source: what it asks, in the form the compiler reads. */
export type SavedSource =
  /** `metric`: its name, where it is one that other queries may use. */
  | { readonly kind: 'query'; readonly query: Mbql; readonly metric?: string }
  | {
      readonly kind: 'native'
      readonly native: NativeQuery
      /** Those of the question itself, with what it says they are. */
      readonly parameters: readonly GivenParameter[]
      /** What it is known to answer; none where nobody knows. */
      readonly columns: readonly ColumnMetadata[]
    }

/** What is known of one database by its last sync. Answers from memory: compiling does no I/O. */
export type Catalogue = {
  readonly database: { readonly id: number; readonly engine: string }
  readonly table: (id: number) => TableRow | undefined
  readonly fieldsOf: (tableId: number) => readonly FieldRow[]
  readonly field: (id: number) => FieldRow | undefined
  /** The saved question `card__<id>` stands for; absent where there are none. */
  readonly card?: (id: number) => SavedSource | undefined
  /** The text of a snippet, by its id or else by its name. */
  readonly snippet?: (id: number | undefined, name: string | undefined) => string | undefined
}
