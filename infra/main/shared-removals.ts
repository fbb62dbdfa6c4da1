import type { Bus } from '../../shared/ports/bus.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import { oneMore } from '../one-more.ts'
import type { HeldConnections } from './connections.ts'

type Options = {
  readonly hints: Pick<Bus, 'publish' | 'subscribe'>
  /** Which of these databases readers see. */
  readonly existing: (databaseIds: readonly number[]) => Promise<readonly number[]>
  /** Resolves once readers see what was written so far; false when that takes too long. */
  readonly visible: () => Promise<boolean>
  readonly onProblem: (error: unknown) => void
}

/**
 * Connections to a database that was deleted end in every process, also in those that did not delete
 * it: told that one was, each looks which of its own are there no more. Unheard, idle ones end soon.
 */
export const withSharedRemovals = (own: HeldConnections, options: Options): Connections => {
  const { hints, existing, visible, onProblem } = options

  const releaseRemoved = oneMore(async () => {
    const held = own.held()
    if (held.length === 0) return
    const there = new Set(await existing(held.map(({ id }) => id)))
    await Promise.all(held.filter(({ id }) => !there.has(id)).map(own.release))
  })

  const tell = async () => {
    if (await visible()) hints.publish('databases.removed', {})
  }

  hints.subscribe('databases.removed', () => void releaseRemoved().catch(onProblem))

  return {
    ...own,
    release: async (database) => {
      await own.release(database)
      tell().catch(onProblem)
    },
  }
}
