import { coreProjections } from '../../../../projections/index.ts'
import type { MemoryTables } from '../../../../projections/runtime/memory-tables.ts'
import { foldPlainly } from '../../../../projections/runtime/plain-fold.ts'
import type { EventStore } from '../../../../shared/ports/event-store.ts'
import { plainPersonalData } from '../../../support/command.ts'

/** The read models as the log has them: no batches, no positions, nothing that could go wrong on the way. */
export const plainTables = async (eventStore: EventStore, upTo: bigint): Promise<MemoryTables> => {
  const all: MemoryTables = new Map()
  for (const projection of coreProjections) {
    const tables = await foldPlainly({
      ...{ eventStore, projection, upTo, failures: [], personalData: plainPersonalData() },
      kept: () => true,
    })
    for (const [name, rows] of tables) all.set(name, rows)
  }
  return all
}
