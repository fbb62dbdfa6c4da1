import type { Json } from '../../kernel/json.ts'
import type { Fragment } from '../fragment.ts'

/** How an engine takes values that are written, and gives back the row that it made of them. */
export type WriteForms = {
  /** A document, by its JSON text. */
  readonly json: (text: string) => Fragment
  /** Bytes, by their hex digits. */
  readonly bytes: (hex: string) => Fragment
  /** A list of values for a column of lists; absent where there are no such columns. */
  readonly list?: (values: readonly Json[]) => Fragment
  /** Years, the last one excluded, whose moments the server can bring into another time zone. */
  readonly zonedYears?: { readonly from: number; readonly to: number }
  /** A statement that inserts and answers these columns of the new row, if there is one. */
  readonly returning?: (insert: Fragment, columns: Fragment) => Fragment
  /** Otherwise the key that the server gave the row inserted last on this connection. */
  readonly givenKey?: Fragment
}
