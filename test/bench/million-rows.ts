import pg from 'pg'
import type { Stage } from './stage.ts'

const table = 'public.bench_rows'

/** All of it, in no order. */
export const allRows = `select * from ${table}`

const script = (rows: number): string => `
  drop table if exists ${table};
  create table ${table} as
  select n::int as id,
         'Customer ' || n % 5000 as customer,
         (array['open', 'paid', 'shipped', 'returned'])[1 + n % 4] as status,
         round((n % 100000) * 0.37 + 1, 2)::numeric(12, 2) as total,
         (n % 9 + 1)::smallint as quantity,
         sqrt(n)::double precision as score,
         n % 3 = 0 as gift,
         date '2020-01-01' + (n % 2000) as due_on,
         timestamptz '2020-01-01 00:00:00Z' + n * interval '137 seconds' as created_at,
         case when n % 10 < 7 then 'Left at the door, "quoted", number ' || n end as note
    from generate_series(1, ${rows}) n;
  vacuum analyze ${table};
`

/** A table of ten columns as real ones have them, in the sample database, which the service reads. */
export const createRows = async (stage: Stage, rows: number): Promise<void> => {
  stage.progress(`a table of ${rows.toLocaleString('en-US')} rows`)
  const client = new pg.Client(stage.connection('sample'))
  await client.connect()
  for (const statement of script(rows).split(';')) await client.query(statement)
  await client.end()
}
