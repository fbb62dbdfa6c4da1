import type pg from 'pg'
import type { TableVerdict, Verdict } from '../../shared/ports/projection-overview.ts'

type Row = {
  readonly build: number
  readonly against: number | null
  readonly position: string
  readonly agrees: boolean
  readonly tables: readonly TableVerdict[]
  readonly at: string
}

/** What the last verification of each build found. */
export const verdictsOf = async (pool: pg.Pool): Promise<ReadonlyMap<number, Verdict>> => {
  const { rows } = await pool.query<Row>(
    `select build, against, position, agrees, tables,
            to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from projections.verdicts`,
  )
  return new Map(
    rows.map(({ build, position, ...row }) => [build, { ...row, position: BigInt(position) }]),
  )
}

/** Keeps what a verification found; an earlier one of the same build is forgotten. */
export const recordVerdict = async (
  pool: pg.Pool,
  build: number,
  { against, position, agrees, tables }: Omit<Verdict, 'at'>,
): Promise<void> => {
  await pool.query(
    `insert into projections.verdicts (build, against, position, agrees, tables)
     values ($1, $2, $3, $4, $5)
     on conflict (build) do update set against = excluded.against, position = excluded.position,
       agrees = excluded.agrees, tables = excluded.tables, at = now()`,
    [build, against, position.toString(), agrees, JSON.stringify(tables)],
  )
}
