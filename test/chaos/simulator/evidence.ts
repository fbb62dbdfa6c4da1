import { coreProjections } from '../../../projections/index.ts'
import type { MemoryTables } from '../../../projections/runtime/memory-tables.ts'
import { collect } from '../../support/events.ts'
import { rowsIn } from '../../support/memory-tables.ts'
import type { Dump, Evidence } from '../invariants/evidence.ts'
import { plainTables } from './world/plain-tables.ts'
import type { Servers } from './world/servers.ts'

const dumpOf = (tables: MemoryTables): Dump =>
  Object.fromEntries(
    coreProjections
      .flatMap(({ views }) => views)
      .map((view) => {
        const columns = Object.keys(view.columns)
        const rows = rowsIn(tables, view).map((row) => columns.map((name) => [name, row[name]]))
        return [view.name, rows.map((row) => JSON.stringify(Object.fromEntries(row))).sort()]
      }),
  )

/** What the invariants are about; an export's chain and runs of actions are not simulated. */
export const gatherEvidence = async (
  { eventStore, readModels }: Servers,
  known: Pick<Evidence, 'ledger' | 'faults' | 'calm'>,
): Promise<Evidence> => {
  const events = await collect(eventStore.readAll())
  const head = events.at(-1)?.position ?? 0n
  return {
    ...known,
    events,
    builds: readModels.builds(),
    failures: readModels.failures().map(({ stream, error }) => `${stream}: ${error}`),
    live: dumpOf(readModels.tables),
    rebuilt: dumpOf(await plainTables(eventStore, head)),
    ...{ chain: [], runs: [] },
  }
}
