import type { CollectionTreeEvent } from '../../shared/events/collection.ts'
import { decide, evolve, type Message } from '../../shared/kernel/decider.ts'
import { found, Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import {
  collectionRightsAt,
  groupLevelsOf,
  treeAt,
} from '../../shared/permissions/collection-rights.ts'
import { descendantsOf } from '../../shared/permissions/collection-tree.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { ConcurrencyConflict } from '../../shared/ports/event-store.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { type Tree, type TreeCommand, treeDecider } from './tree-decider.ts'

/** What is to become of a collection in the tree; what is left out stays as it is. */
export type TreeChange = {
  readonly parentId?: number | null | undefined
  readonly archived?: boolean | undefined
  readonly deleted?: true
}

const attempts = 5

/** Moved before restored: a collection whose parent stays archived has to go somewhere else. */
const commandsFor = (state: AccessState, collectionId: number, change: TreeChange) => {
  const { parentId, archived } = found(state.collection(collectionId), 'Collection')
  const { parentId: to = parentId } = change
  const commands: TreeCommand[] = []
  if (to !== parentId)
    commands.push({
      type: 'MoveCollection',
      data: { collectionId, to, levels: groupLevelsOf(state, to) },
    })
  if (change.archived !== undefined && change.archived !== archived)
    commands.push({
      type: change.archived ? 'ArchiveCollection' : 'RestoreCollection',
      data: { collectionId },
    })
  if (change.deleted) commands.push({ type: 'DeleteCollection', data: { collectionId } })
  return commands
}

const refuseWithoutRights = (
  state: AccessState,
  tree: Tree,
  userId: number,
  collectionId: number,
  commands: readonly TreeCommand[],
): void => {
  const rights = collectionRightsAt(state, userId, tree)
  const mustWrite = (ids: readonly (number | 'root')[], what: string) =>
    refuseUnless(ids.every(rights.mayWrite), 'forbidden', `You may not change ${what}.`)
  mustWrite([collectionId], 'this collection')
  if (commands.length > 0)
    mustWrite(descendantsOf(tree, collectionId), 'everything in this collection')
  for (const { type, data } of commands) {
    if (type !== 'MoveCollection') continue
    if (data.to !== null) found(tree.get(data.to), 'Parent collection')
    mustWrite([data.to ?? 'root'], 'the new parent')
  }
}

/** What a user's change comes to; nothing where it is so already. */
export const decideTreeChange = (
  state: AccessState,
  userId: number,
  collectionId: number,
  change: TreeChange,
): readonly Message[] => {
  const commands = commandsFor(state, collectionId, change)
  let tree: Tree = treeAt(state)
  refuseWithoutRights(state, tree, userId, collectionId, commands)
  return commands.flatMap((command) => {
    const events = decide(treeDecider, command, tree)
    for (const event of events) tree = evolve(treeDecider, tree, event)
    return events as readonly CollectionTreeEvent[]
  })
}

/** What is decided, or the refusal once something else is done. */
const orAfter = async <T>(work: () => Promise<unknown>, decideIt: () => T): Promise<T> => {
  try {
    return decideIt()
  } catch (refusal) {
    await work()
    throw refusal
  }
}

/**
 * Decides over the history and again when the tree has changed meanwhile.
 * @throws {Refusal} 404, 403 without the rights, 400 where the tree forbids it, 409 in a crowd.
 */
export const changeTree = async (
  executor: Executor,
  accessHistories: AccessHistories,
  userId: number,
  collectionId: number,
  change: TreeChange,
): Promise<void> => {
  const decision = `ChangeTree ${collectionId}`
  // It may be so, or be gone, by this very request tried before: the answer has to wait for that.
  const waitForTree = () => executor.load(streams.collectionTree, treeDecider)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const state = (await accessHistories.current()).at()
    const [first, ...more] = await orAfter(waitForTree, () =>
      decideTreeChange(state, userId, collectionId, change),
    )
    if (!first) {
      await waitForTree()
      return
    }
    const expected = state.treeRevision === 0 ? 'no_stream' : state.treeRevision - 1
    try {
      // Others may have undone it since an earlier try, or a part of it: it is not for this command
      // to do it again.
      await executor.append(streams.collectionTree, expected, [first, ...more], { decision })
      return
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error
    }
  }
  throw new Refusal('conflict', 'Others are changing the collections; try again.', {
    retryAfter: 1,
  })
}
