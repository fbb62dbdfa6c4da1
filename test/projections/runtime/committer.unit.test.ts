import { describe, expect, test } from '@jest/globals'
import { createCommitter } from '../../../projections/runtime/committer.ts'
import { type AnyProjection, projection } from '../../../projections/runtime/projection.ts'
import type { GroupEvent } from '../../../shared/events/group.ts'
import {
  type ProjectionFailure,
  type ProjectionStore,
  UnwritableChanges,
} from '../../../shared/ports/projection-store.ts'
import { groups } from '../../../shared/views/group.ts'
import { settings } from '../../../shared/views/setting.ts'
import type { View } from '../../../shared/views/view.ts'
import { applyChanges, type MemoryTables, rowsIn } from '../../support/memory-tables.ts'
import { recorded, reveal } from '../../support/recorded.ts'

type Rows = readonly Record<string, unknown>[]

/** A store in memory that refuses rows as a database would refuse a value it cannot hold. */
const memoryStore = (refuses: (table: string, rows: Rows) => boolean) => {
  let position = 0n
  let tables: MemoryTables = new Map()
  const failures: ProjectionFailure[] = []
  const seen = { commits: 0 }
  const store: ProjectionStore = {
    checkpoint: async () => position,
    failures: async () => [...failures],
    commit: async ({ from, to, changes, failures: found }) => {
      seen.commits++
      if (from !== position) return 'moved'
      const next: MemoryTables = new Map([...tables].map(([name, rows]) => [name, new Map(rows)]))
      applyChanges(next, changes.changes())
      for (const [name, rows] of next)
        if (refuses(name, [...rows.values()])) throw new UnwritableChanges(`${name} refuses a row`)
      tables = next
      position = to
      failures.push(...found)
      return 'committed'
    },
  }
  const rows = <V extends View>(view: V) => rowsIn(tables, view)
  return { store, failures, rows, seen, position: () => position }
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
  views: [settings],
  on: {
    GroupCreated: (write, { data }) =>
      write.put(settings, { key: String(data.groupId), value: data.name }),
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

const committerOver = (projectionStore: ProjectionStore, ...projections: AnyProjection[]) =>
  createCommitter({
    projectionStore,
    projections,
    personalData: { unlock: async () => reveal },
  })

describe('rows the database refuses', () => {
  test('leave the one stream behind, found by halving', async () => {
    const { store, failures, rows, seen } = memoryStore(noGroupCalled('bad'))
    const committer = await committerOver(store, listing('quarantine'))
    await committer.take(many(64, [23, 'bad']))
    expect(failures).toMatchObject([{ projection: 'listing', stream: 'group-23', position: 23n }])
    expect(rows(groups)).toHaveLength(63)
    expect(committer.position()).toBe(64n)
    expect(seen.commits).toBeLessThan(20)
  })

  test('are blamed on the projection that wrote them', async () => {
    const { store, failures, rows } = memoryStore(noGroupCalled('bad'))
    const committer = await committerOver(store, noting, listing('quarantine'))
    await committer.take(many(4, [3, 'bad']))
    expect(failures).toMatchObject([{ projection: 'listing', stream: 'group-3' }])
    expect(rows(settings)).toHaveLength(4)
    expect(committer.failures()).toEqual(failures)
  })

  test('are blamed on all who may skip where several wrote such rows', async () => {
    const refuses = (_table: string, rows: Rows) =>
      rows.some((row) => row.name === 'bad' || row.value === 'bad')
    const { store, failures, rows } = memoryStore(refuses)
    const committer = await committerOver(store, noting, listing('quarantine'))
    await committer.take(many(4, [3, 'bad']))
    expect(failures.map(({ projection }) => projection).sort()).toEqual(['listing', 'noting'])
    expect(rows(groups)).toHaveLength(3)
  })

  test('stop the line ahead of a projection that may not skip, and blame nobody else', async () => {
    const { store, failures, rows, position } = memoryStore(noGroupCalled('bad'))
    const committer = await committerOver(store, noting, listing('stop'))
    await expect(committer.take(many(8, [5, 'bad']))).rejects.toMatchObject({
      name: 'LineStopped',
      failure: { projection: 'listing', position: 5n },
    })
    expect(position()).toBe(4n)
    expect(failures).toEqual([])
    expect(rows(settings)).toHaveLength(4)
  })

  test('do not make a stream forgotten that was left behind in the same batch', async () => {
    const { store, failures } = memoryStore(noGroupCalled('bad'))
    const committer = await committerOver(store, listing('quarantine'))
    await committer.take([...many(6, [2, 'trips'], [5, 'bad']), group(7, 'fine', 'group-2')])
    expect(failures.map(({ stream }) => stream)).toEqual(['group-2', 'group-5'])
  })
})

test('a stream once left behind stays so for the next committer', async () => {
  const { store, rows } = memoryStore(() => false)
  const first = await committerOver(store, listing('quarantine'), noting)
  await first.take([group(1, 'trips')])
  const second = await committerOver(store, listing('quarantine'), noting)
  await second.take([group(2, 'fine', 'group-1'), group(3)])
  expect(rows(groups).map(({ id }) => id)).toEqual([3])
  expect(rows(settings)).toHaveLength(3)
})

test('a checkpoint that somebody else moved is told, and nothing is written', async () => {
  const { store, rows } = memoryStore(() => false)
  const [first, second] = [await committerOver(store, noting), await committerOver(store, noting)]
  await first.take(many(2))
  await expect(second.take(many(2))).rejects.toMatchObject({ name: 'CheckpointMoved' })
  expect(rows(settings)).toHaveLength(2)
})
