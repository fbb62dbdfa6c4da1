import type { Connection } from 'mysql2'
import type { WireValue } from './cells.ts'

type Rows = readonly (readonly WireValue[])[]

/** Runs a small statement of our own; the package's errors come as they are. */
export const execute = (
  connection: Connection,
  sql: string,
  values: readonly (string | number)[] = [],
): Promise<Rows> =>
  new Promise((resolve, reject) => {
    connection.execute<never[]>({ sql, values: [...values], rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(rows),
    )
  })
