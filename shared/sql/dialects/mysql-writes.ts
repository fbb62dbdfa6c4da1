import { raw, sql } from '../fragment.ts'
import type { WriteForms } from '../write/forms.ts'

/** MariaDB alone has RETURNING; the key of a new row is known to both. */
export const mysqlWrites: WriteForms = {
  json: (text) => sql`${text}`,
  bytes: (hex) => sql`UNHEX(${hex})`,
  // What it cannot convert it would keep as it is, hours away.
  zonedYears: { from: 1971, to: 2038 },
  givenKey: raw('LAST_INSERT_ID()'),
}
