import { parseDetails } from '../../shared/contract/engine-details.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import {
  ConnectionProblem,
  type ConnectionTarget,
  type EngineDriver,
} from '../../shared/ports/engine-driver.ts'
import type { EngineWriter } from '../../shared/ports/engine-writer.ts'
import type { Vault } from '../../shared/ports/vault.ts'

/** A database this process has connected to, or may have. */
type Held = Parameters<Connections['release']>[0]

export type HeldConnections = Connections & { held(): readonly Held[] }

/** Details with their secret opened, kept while the connection stays as it is. */
export const connectionsOver = (
  drivers: ReadonlyMap<string, EngineDriver>,
  writers: ReadonlyMap<string, EngineWriter>,
  vault: Vault,
): HeldConnections => {
  const targets = new Map<number, ConnectionTarget & { readonly engine: string }>()
  return {
    driverOf: (engine) => {
      const driver = drivers.get(engine)
      if (!driver) throw invalid('engine', `The engine ${JSON.stringify(engine)} is not supported.`)
      return driver
    },
    targetOf: async ({ id, engine, details, secret_ref, connection_version: version }) => {
      const known = targets.get(id)
      if (known?.version === version) return known
      const parsed = parseDetails(engine, details)
      if (!parsed.ok) throw new ConnectionProblem('The stored connection details are not valid.')
      const password = secret_ref === null ? undefined : await vault.open(secret_ref)
      const target = { databaseId: id, engine, version, details: { ...parsed.details, password } }
      targets.set(id, target)
      return target
    },
    held: () => [...targets.values()].map(({ databaseId: id, engine }) => ({ id, engine })),
    release: async ({ id, engine }) => {
      targets.delete(id)
      await drivers.get(engine)?.release(id)
      await writers.get(engine)?.release(id)
    },
  }
}
