import * as contract from '../../shared/contract/permission-graph.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { reviseGraph } from '../../shared/permissions/graph/revise.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { ConcurrencyConflict, maxEventBytes } from '../../shared/ports/event-store.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { checkTables } from './tables.ts'
import { trialOf } from './trial.ts'

export type PermissionGraphDependencies = { readonly accessHistories: AccessHistories }

const stale = (revision: number) =>
  new Refusal('stale-revision', `The graph has changed; it is at revision ${revision} now.`, {
    body: { revision },
  })

/** What an event holds besides the changes is far smaller than this. */
const envelopeBytes = 16 * 1024

const checkSize = (changes: readonly GraphChange[]) =>
  refuseUnless(
    Buffer.byteLength(JSON.stringify(changes)) <= maxEventBytes - envelopeBytes,
    'payload-too-large',
    'This changes more cells than one revision can hold; change fewer at a time.',
  )

/** Records the next revision. The stream's own revision is the check: whoever comes second is stale. */
const append = async (
  executor: Executor,
  basis: number,
  what: { readonly changes: readonly GraphChange[]; readonly comment: string | null },
) => {
  const data = { revision: basis + 1, ...what, changes: [...what.changes], revertedTo: null }
  try {
    await executor.append(streams.permissionsGraph, basis === 0 ? 'no_stream' : basis - 1, [
      { type: 'PermissionsGraphRevised', data },
    ])
  } catch (error) {
    if (!(error instanceof ConcurrencyConflict)) throw error
    throw stale(error.actual === 'no_stream' ? 0 : error.actual + 1)
  }
}

export const permissionGraphRoutes = ({
  accessHistories,
}: PermissionGraphDependencies): CommandRoute[] => [
  on(contract.updatePermissionsGraph, async ({ query, body }, { executor }) => {
    const { revision, groups, comment = null } = body
    const state = (await accessHistories.current()).at()
    const changes = reviseGraph(state, groups)
    checkSize(changes)
    await checkTables(executor, changes)
    if (query.dry_run) {
      if (revision !== state.revision) throw stale(state.revision)
      return trialOf(state, groups, changes)
    }
    // No stream is ever there; below, the append is what tells an old revision from the current one.
    if (revision < 0 || revision > state.revision) throw stale(state.revision)
    await append(executor, revision, { changes, comment })
    return readBack(contract.getPermissionsGraph, undefined, {
      as_of: { kind: 'revision', revision: revision + 1 },
    })
  }),
]
