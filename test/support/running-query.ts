import { Client } from 'pg'
import { until } from './until.ts'

/** Waits until the shared Postgres runs a statement that holds this text. */
export const untilRuns = async (text: string): Promise<void> => {
  const client = new Client({ connectionString: String(process.env.TEST_POSTGRES_URL) })
  await client.connect()
  const running = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
        where state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
      [text],
    )
    return rows[0].count
  }
  try {
    await until(running, (count) => count > 0, 30_000)
  } finally {
    await client.end()
  }
}
