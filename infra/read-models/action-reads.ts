import type { Kysely } from 'kysely'
import type { ActionReads } from '../../shared/ports/action-reads.ts'
import type { ReadModels } from '../../shared/views/index.ts'

/** At a time. */
const mostRuns = 1_000

/** @param views the read models with all that is in the log */
export const actionReads = (views: () => Promise<Kysely<ReadModels>>): ActionReads => ({
  openRuns: async (before) => {
    const rows = await (await views())
      .selectFrom('action_runs')
      .select('id')
      .where('finished_at', 'is', null)
      .where('started_at', '<', before)
      .orderBy('started_at')
      .limit(mostRuns)
      .execute()
    return rows.map(({ id }) => id)
  },

  secrets: async () => {
    const rows = await (await views())
      .selectFrom('actions')
      .select('template')
      .where('template', 'is not', null)
      .execute()
    return rows.flatMap(({ template }) => template?.secretRef ?? [])
  },
})
