import { describe, expect, test } from '@jest/globals'
import { createCommitter } from '../../../projections/runtime/committer.ts'
import type { MemoryTables } from '../../../projections/runtime/memory-tables.ts'
import { type AnyProjection, projection } from '../../../projections/runtime/projection.ts'
import type { GroupEvent } from '../../../shared/events/group.ts'
import {
  type BuildState,
  type FedBuild,
  type ProjectionStore,
  UnwritableChanges,
} from '../../../shared/ports/projection-store.ts'
import { groups } from '../../../shared/views/group.ts'
import type { View } from '../../../shared/views/view.ts'
import { applyChanges, rowsIn } from '../../support/memory-tables.ts'
import { notes } from '../../support/notes.ts'
import { recorded, reveal } from '../../support/recorded.ts'

type Rows = readonly Record<string, unknown>[]
type Stored = { build: FedBuild; tables: MemoryTables }

const fedStates: readonly BuildState[] = ['ready', 'active', 'previous']

/** Builds in memory that refuse rows as a database would refuse a value it cannot hold. */
const memoryStore = (refuses: (table: string, rows: Rows) => boolean = () => false) => {
  const stored = new Map<number, Stored>()
  const seen = { commits: 0 }
  const change = (id: number, to: Partial<FedBuild>) => {
    const found = stored.get(id)
    if (found) stored.set(id, { ...found, build: { ...found.build, ...to } })
  }
  const fed = () =>
    [...stored.values()].map(({ build }) => build).filter(({ state }) => fedStates.includes(state))
  const inUse = () => fed().filter(({ state }) => state === 'active')
  const checkpoint = () =>
    inUse().reduce((least, { position }) => (position < least ? position : least), 1_000n)
  const store: ProjectionStore = {
    checkpoint: async () => checkpoint(),
    failures: async () => inUse().flatMap(({ failures }) => failures),
    builds: async () => fed(),
    commit: async (believed, steps) => {
      seen.commits++
      if (String(believed) !== String(fed().map(({ id }) => id))) return 'moved'
      if (steps.some(({ build }) => stored.get(build.id)?.build.position !== build.position))
        return 'moved'
      const next = new Map(stored)
      for (const { build, to, changes, failures } of steps) {
        const before = next.get(build.id)
        if (!before) return 'moved'
        const tables: MemoryTables = new Map(
          [...before.tables].map(([name, rows]) => [name, new Map(rows)]),
        )
        applyChanges(tables, changes.changes())
        for (const [name, rows] of tables)
          if (refuses(name, [...rows.values()]))
            throw new UnwritableChanges(build.id, `${name} refuses a row`)
        const known = [...before.build.failures, ...failures]
        next.set(build.id, { tables, build: { ...before.build, position: to, failures: known } })
      }
      for (const [id, after] of next) stored.set(id, after)
      return checkpoint()
    },
    setAside: async ({ id }) => change(id, { state: 'broken' }),
  }
  return {
    store,
    seen,
    change,
    /** A build of a projection, empty. */
    add: ({ name }: AnyProjection, state: BuildState = 'active', position = 0n) => {
      const id = stored.size + 1
      const build = { id, projection: name, version: 1, fingerprint: name, state, position }
      stored.set(id, { build: { ...build, failures: [] }, tables: new Map() })
      return id
    },
    of: (id: number) => stored.get(id)?.build,
    failures: () => [...stored.values()].flatMap(({ build }) => build.failures),
    rows: <V extends View>(id: number, view: V) =>
      rowsIn(stored.get(id)?.tables ?? new Map(), view),
  }
}

const listing = (onFailure: AnyProjection['onFailure']) =>
  projection<GroupEvent>({
    name: 'listing',
    version: 1,
    onFailure,
    views: [groups],
    on: {
      GroupCreated: (write, { data }) => {
        if (data.name === 'trips') throw new Error('tripped')
        write.put(groups, { id: data.groupId, name: data.name })
      },
    },
  })

const noting = projection<GroupEvent>({
  name: 'noting',
  version: 1,
  onFailure: 'quarantine',
  views: [notes],
  on: {
    GroupCreated: (write, { data }) =>
      write.put(notes, { key: String(data.groupId), value: data.name }),
  },
})

const group = (n: number, name = 'fine', stream = `group-${n}`) =>
  recorded({ type: 'GroupCreated', data: { groupId: n, name } }, n, { stream })
const many = (count: number, ...special: [number, string][]) => {
  const names = new Map(special)
  return Array.from({ length: count }, (_, index) => group(index + 1, names.get(index + 1)))
}

const noGroupCalled = (name: string) => (table: string, rows: Rows) =>
  table === 'groups' && rows.some((row) => row.name === name)

/** A store with one build in use of each projection, in their order: builds 1, 2 … */
const storeOf = (
  projections: readonly AnyProjection[],
  refuses?: (table: string, rows: Rows) => boolean,
) => {
  const memory = memoryStore(refuses)
  for (const projection of projections) memory.add(projection)
  return memory
}

const committerOver = (projectionStore: ProjectionStore, ...projections: AnyProjection[]) =>
  createCommitter({
    projectionStore,
    projections,
    personalData: { unlock: async () => reveal },
  })

describe('rows the database refuses', () => {
  test('leave the one stream behind, found by halving', async () => {
    const memory = storeOf([listing('quarantine')], noGroupCalled('bad'))
    const committer = await committerOver(memory.store, listing('quarantine'))
    await committer.take(many(64, [23, 'bad']))
    expect(memory.failures()).toMatchObject([
      { projection: 'listing', stream: 'group-23', position: 23n },
    ])
    expect(memory.rows(1, groups)).toHaveLength(63)
    expect(committer.position()).toBe(64n)
    expect(memory.seen.commits).toBeLessThan(20)
  })

  test('are blamed on the projection that wrote them', async () => {
    const memory = storeOf([noting, listing('quarantine')], noGroupCalled('bad'))
    const committer = await committerOver(memory.store, noting, listing('quarantine'))
    await committer.take(many(4, [3, 'bad']))
    expect(memory.failures()).toMatchObject([{ projection: 'listing', stream: 'group-3' }])
    expect(memory.rows(1, notes)).toHaveLength(4)
  })

  test('are blamed on all who wrote such rows', async () => {
    const refuses = (_table: string, rows: Rows) =>
      rows.some((row) => row.name === 'bad' || row.value === 'bad')
    const memory = storeOf([noting, listing('quarantine')], refuses)
    const committer = await committerOver(memory.store, noting, listing('quarantine'))
    await committer.take(many(4, [3, 'bad']))
    const blamed = memory.failures().map(({ projection }) => projection)
    expect(blamed.sort()).toEqual(['listing', 'noting'])
    expect(memory.rows(2, groups)).toHaveLength(3)
  })

  test('stop the line ahead of a projection that may not skip, and blame nobody else', async () => {
    const memory = storeOf([noting, listing('stop')], noGroupCalled('bad'))
    const committer = await committerOver(memory.store, noting, listing('stop'))
    await expect(committer.take(many(8, [5, 'bad']))).rejects.toMatchObject({
      name: 'LineStopped',
      failure: { projection: 'listing', position: 5n },
    })
    expect(await memory.store.checkpoint()).toBe(4n)
    expect(memory.failures()).toEqual([])
    expect(memory.rows(1, notes)).toHaveLength(4)
  })

  test('do not make a stream forgotten that was left behind in the same batch', async () => {
    const memory = storeOf([listing('quarantine')], noGroupCalled('bad'))
    const committer = await committerOver(memory.store, listing('quarantine'))
    await committer.take([...many(6, [2, 'trips'], [5, 'bad']), group(7, 'fine', 'group-2')])
    expect(memory.failures().map(({ stream }) => stream)).toEqual(['group-2', 'group-5'])
  })
})

test('a stream once left behind stays so for the next committer', async () => {
  const memory = storeOf([listing('quarantine'), noting])
  const first = await committerOver(memory.store, listing('quarantine'), noting)
  await first.take([group(1, 'trips')])
  const second = await committerOver(memory.store, listing('quarantine'), noting)
  await second.take([group(2, 'fine', 'group-1'), group(3)])
  expect(memory.rows(1, groups).map(({ id }) => id)).toEqual([3])
  expect(memory.rows(2, notes)).toHaveLength(3)
})

test('a position that somebody else moved is told, and nothing is written', async () => {
  const { store, rows } = storeOf([noting])
  const [first, second] = [await committerOver(store, noting), await committerOver(store, noting)]
  await first.take(many(2))
  await expect(second.take(many(2))).rejects.toMatchObject({ name: 'CheckpointMoved' })
  expect(rows(1, notes)).toHaveLength(2)
})

describe('several builds', () => {
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

  test('of one projection hold the same rows, each from its own position on', async () => {
    const memory = storeOf([listing('stop')])
    const behind = memory.add(listing('stop'), 'ready', 2n)
    memory.change(1, { position: 3n })
    const committer = await committerOver(memory.store, listing('stop'))
    expect(committer.position()).toBe(2n)
    await committer.take([3, 4, 5].map((n) => group(n)))
    expect(idsOf(memory.rows(1, groups))).toEqual([4, 5])
    expect(idsOf(memory.rows(behind, groups))).toEqual([3, 4, 5])
    expect([memory.of(1)?.position, memory.of(behind)?.position]).toEqual([5n, 5n])
  })

  test('leave streams behind each for themselves', async () => {
    const memory = storeOf([listing('quarantine')])
    const mended = memory.add(listing('quarantine'), 'ready')
    const old = { projection: 'listing', stream: 'group-1', position: 1n, error: 'then' }
    memory.change(1, { failures: [old] })
    const committer = await committerOver(memory.store, listing('quarantine'))
    await committer.take([group(1), group(2)])
    expect(idsOf(memory.rows(1, groups))).toEqual([2])
    expect(idsOf(memory.rows(mended, groups))).toEqual([1, 2])
  })

  test('tell how far readers are by those in use alone', async () => {
    const memory = storeOf([noting])
    memory.add(noting, 'ready', 0n)
    memory.change(1, { position: 3n })
    const told: bigint[] = []
    const committer = await createCommitter({
      projectionStore: memory.store,
      projections: [noting],
      personalData: { unlock: async () => reveal },
      onCommit: ({ checkpoint }) => told.push(checkpoint),
    })
    await committer.take(many(2))
    expect(told).toEqual([3n])
  })

  test('that came or went meanwhile are told, and nothing is written', async () => {
    const memory = storeOf([noting])
    const committer = await committerOver(memory.store, noting)
    memory.add(noting, 'ready')
    await expect(committer.take(many(2))).rejects.toMatchObject({ name: 'CheckpointMoved' })
    expect(memory.rows(1, notes)).toEqual([])
  })

  test('of a projection this process does not know are left alone', async () => {
    const memory = storeOf([noting])
    const foreign = memory.add({ ...noting, name: 'foreign' }, 'broken')
    const committer = await committerOver(memory.store, noting)
    await committer.take(many(2))
    expect(memory.of(foreign)?.position).toBe(0n)
  })

  test.each([
    ['of its own', 'trips'],
    ['of the database', 'bad'],
  ])('in reserve that cannot follow, for reasons %s, hold up nobody', async (_, name) => {
    const memory = storeOf([noting], noGroupCalled('bad'))
    const reserve = memory.add(listing('stop'), 'previous')
    const setAside: unknown[] = []
    const committer = await createCommitter({
      projectionStore: memory.store,
      projections: [noting, listing('stop')],
      personalData: { unlock: async () => reveal },
      onSetAside: (failure) => setAside.push(failure),
    })
    await committer.take([group(1), group(2, name), group(3)])
    expect(memory.rows(1, notes)).toHaveLength(3)
    expect(memory.of(reserve)).toMatchObject({ state: 'broken', position: 1n })
    expect(setAside).toMatchObject([{ projection: 'listing', position: 2n }])
  })
})
