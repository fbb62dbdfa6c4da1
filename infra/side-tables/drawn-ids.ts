import type { Pool } from 'pg'
import type { Idempotency } from '../../shared/ports/idempotency.ts'

/** The ids a command drew, by slot: the first draw stands, also between tries that race. */
export const drawnIds = (
  pool: Pool,
): Pick<Idempotency, 'remembered'> & { prune(olderThanSeconds: number): Promise<void> } => {
  const read = async (commandId: string, slot: string): Promise<readonly number[] | undefined> => {
    const { rows } = await pool.query<{ ids: number[] }>({
      name: 'drawn_ids.read',
      text: 'select ids from side.drawn_ids where command_id = $1 and slot = $2',
      values: [commandId, slot],
    })
    return rows[0]?.ids
  }

  return {
    async remembered(commandId, slot, draw) {
      const known = await read(commandId, slot)
      if (known) return known
      const drawn = await draw()
      const { rowCount } = await pool.query({
        name: 'drawn_ids.keep',
        text: `insert into side.drawn_ids (command_id, slot, ids) values ($1, $2, $3)
               on conflict do nothing`,
        values: [commandId, slot, drawn],
      })
      return rowCount === 1 ? drawn : ((await read(commandId, slot)) ?? drawn)
    },

    async prune(olderThanSeconds) {
      await pool.query(
        'delete from side.drawn_ids where drawn_at <= now() - make_interval(secs => $1)',
        [olderThanSeconds],
      )
    },
  }
}
