import type { Pool } from 'pg'

/** How many are not sent yet, and how many of those it was tried with. */
export const unsentMails =
  (pool: Pool) => async (): Promise<{ readonly waiting: number; readonly tried: number }> => {
    const { rows } = await pool.query<{ waiting: number; tried: number }>(
      `select count(*)::int as waiting, (count(*) filter (where tries > 0))::int as tried
         from side.account_mails`,
    )
    return rows[0] ?? { waiting: 0, tried: 0 }
  }
