import fc from 'fast-check'
import { decideTreeChange, type TreeChange } from '../../command-service/collection/change-tree.ts'
import type { CollectionEvent, GroupLevel } from '../../shared/events/collection.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import type { CollectionChange } from '../../shared/events/permission-graph.ts'
import type { Named } from '../../shared/kernel/decider.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { collectionLevels } from '../../shared/permissions/levels.ts'
import { recorded } from './recorded.ts'
import { happened } from './some-history.ts'

/** A collection of that id; in the root, and nothing said about who may, unless told otherwise. */
export const created = (
  collectionId: number,
  more: Partial<Named<CollectionEvent, 'CollectionCreated'>['data']> = {},
): Named<CollectionEvent, 'CollectionCreated'> => ({
  type: 'CollectionCreated',
  data: {
    collectionId,
    name: `Collection ${collectionId}`,
    description: null,
    parentId: null,
    personalOwnerId: null,
    authorityLevel: null,
    access: [],
    ...more,
  },
})

export const personalOf = (userId: number, collectionId: number) =>
  created(collectionId, { name: null, personalOwnerId: userId })

export const collectionsRevised = (
  revision: number,
  changes: readonly CollectionChange[],
): DomainEvent => ({
  type: 'CollectionGraphRevised',
  data: { revision, changes: [...changes], comment: null, revertedTo: null },
})

/** Admin 1, user 2 in group 3, and user 3 in none; each with a personal collection. */
export const people: readonly DomainEvent[] = [
  happened.group(1, 'All Users'),
  happened.group(2, 'Administrators'),
  happened.group(3),
  happened.registered(1),
  happened.registered(2),
  happened.registered(3),
  happened.adminGranted(1),
  happened.joined(3, 2),
  personalOf(1, 1),
  personalOf(2, 2),
  personalOf(3, 3),
]

/** A history that goes on: what happens is recorded at once. */
export const livingHistory = (...events: readonly DomainEvent[]) => {
  const history = new AccessHistory()
  const all: DomainEvent[] = []
  const happen = (...more: readonly DomainEvent[]) => {
    for (const event of more) {
      all.push(event)
      history.record(recorded(event, all.length))
    }
  }
  happen(...events)
  return { happen, events: all as readonly DomainEvent[], state: () => history.at() }
}

type Act = readonly [kind: number, a: number, b: number, user: number]

const acts = fc.array(
  fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.nat({ max: 2 })),
  { minLength: 5, maxLength: 60 },
)

const changeOf = ([kind, , b]: Act, parentId: number | null): TreeChange => {
  if (kind <= 4) return { parentId }
  if (kind === 5) return { archived: true }
  if (kind === 6) return { archived: false, ...(b % 2 === 0 && { parentId }) }
  return { deleted: true }
}

const attempt = (state: AccessState, userId: number, id: number, change: TreeChange) => {
  try {
    return decideTreeChange(state, userId, id, change) as readonly DomainEvent[]
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T

const somewhere = (state: AccessState, index: number): number | null =>
  pick([null, ...state.collectionIds()], index)

const someLevels = (a: number, b: number): readonly GroupLevel[] => [
  { group: 1, level: pick(collectionLevels, a) },
  { group: 3, level: pick(collectionLevels, b) },
]

/** Lets people do what they ask for, one after the other; what is refused does not happen. */
export const liveInCollections = (
  asked: readonly Act[],
  after: (state: AccessState) => void = () => undefined,
): { readonly state: AccessState; readonly events: readonly DomainEvent[] } => {
  const life = livingHistory(...people)
  let nextId = 10
  for (const act of asked) {
    const state = life.state()
    const [kind, a, b, user] = act
    const id = pick(state.collectionIds(), a)
    if (kind <= 1) {
      const parentId = somewhere(state, b)
      const isOpen = parentId === null || state.collection(parentId)?.archived === false
      nextId += 1
      if (isOpen) life.happen(created(nextId, { parentId, access: [...someLevels(a, b)] }))
    } else if (kind === 9) {
      const [{ group, level } = { group: 1, level: 'none' as const }] = someLevels(a, b)
      const from = state.collectionLevel(group, id) ?? null
      life.happen(
        collectionsRevised(state.collectionRevision + 1, [
          { group, collection: id, from, to: level },
        ]),
      )
    } else life.happen(...attempt(state, user + 1, id, changeOf(act, somewhere(state, b))))
    after(life.state())
  }
  return { state: life.state(), events: life.events }
}

/** What people ask for, again and again. */
export const someCollectionActs = acts
