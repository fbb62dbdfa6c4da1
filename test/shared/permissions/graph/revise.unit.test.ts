import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { WantedGroups } from '../../../../shared/contract/permission-graph.ts'
import type { GraphChange } from '../../../../shared/events/permission-graph.ts'
import { type DatabaseAccess, levelAt } from '../../../../shared/permissions/data-access.ts'
import { changesBetween, mergeAccess } from '../../../../shared/permissions/graph/merge.ts'
import { reviseGraph } from '../../../../shared/permissions/graph/revise.ts'
import { revisedState } from '../../../../shared/permissions/graph/revised-state.ts'
import { accessLog } from '../../../support/access-log.ts'
import { databaseConnected, groupCreated } from '../../../support/projection-lab.ts'
import { someWantedAccess } from '../../../support/some-access.ts'
import { happened } from '../../../support/some-history.ts'

const beginning = [1, 2, 3, 4]
  .map((id) => groupCreated(id))
  .concat(databaseConnected(1, true), databaseConnected(2))

const state = accessLog(...beginning).history.at()
const wanted = (schemas: DatabaseAccess['schemas'], native?: DatabaseAccess['native']) =>
  ({ data: { schemas, ...(native && { native }) } }) as WantedGroups[string][string]

describe('a request is refused that', () => {
  test.each<[string, WantedGroups, RegExp]>([
    ['names a group there is not', { 9: {} }, /groups\.9|no group 9/],
    ['names a database there is not', { 3: { 9: {} } }, /no database 9/],
    ['takes from Administrators', { 2: { 1: wanted('none') } }, /Administrators/],
    ['says `write` of Administrators', { 2: { 1: wanted('write') } }, /Administrators/],
    ['takes parts from Administrators', { 2: { 1: wanted({ a: 'read' }) } }, /Administrators/],
    ['gives SQL without all tables', { 3: { 2: wanted('none', 'write') } }, /SQL/],
    ['gives SQL with most tables', { 3: { 2: wanted({ public: 'all' }, 'write') } }, /SQL/],
    ['gives SQL alone', { 3: { 2: { data: { native: 'write' } } } }, /SQL/],
  ])('%s', (_, groups, message) => {
    expect(() => reviseGraph(state, groups)).toThrow(message)
  })

  test('takes tables away and leaves SQL', () => {
    const log = accessLog(...beginning)
    expect(log.put({ 3: { 2: wanted('all', 'write') } })).toBe(true)
    expect(log.put({ 3: { 2: wanted('read') } })).toBe(false)
    expect(log.put({ 3: { 2: wanted('read', 'none') } })).toBe(true)
  })
})

describe('nothing changes by', () => {
  test.each<[string, WantedGroups]>([
    ['naming no group', {}],
    ['naming no database', { 3: {} }],
    ['naming no right', { 3: { 2: {} }, 4: { 1: { data: {} } } }],
    ['maps that name nothing', { 1: { 1: wanted({}) }, 3: { 2: wanted({ public: {} }) } }],
    ['saying of Administrators what goes for them', { 2: { 1: wanted('all', 'write') } }],
    ['saying what there is', { 1: { 1: wanted('all', 'none') } }],
    ['saying of parts what goes for all', { 1: { 1: wanted({ a: 'all', b: { 21: 'all' } }) } }],
    ['saying so of Administrators', { 2: { 1: wanted({ a: 'all' }) } }],
  ])('%s', (_, groups) => {
    expect(reviseGraph(state, groups)).toEqual([])
  })
})

test('what is named for the first time is said in full', () => {
  expect(reviseGraph(state, { 3: { 2: { data: { native: 'none' } } } })).toEqual([
    { group: 3, database: 2, right: 'data', from: null, to: 'none' },
    { group: 3, database: 2, right: 'native', from: null, to: 'none' },
  ])
})

describe('a map over a level', () => {
  const known = () =>
    new Map([
      ['public', [11, 12, 13]],
      ['sales', [21]],
      ['gone', []],
    ])
  const laid = (had: DatabaseAccess['schemas'], schemas: DatabaseAccess['schemas']) =>
    mergeAccess({ schemas: had, native: 'none' }, { schemas }, known)?.schemas

  test('leaves the level to all that is there and not named', () => {
    expect(laid('all', { sales: 'none' })).toEqual({ public: 'all', sales: 'none' })
    expect(laid('read', { public: { 12: 'none' } })).toEqual({
      public: { 11: 'read', 12: 'none', 13: 'read' },
      sales: 'read',
    })
    expect(laid({ public: 'read' }, { public: { 12: 'all' } })).toEqual({
      public: { 11: 'read', 12: 'all', 13: 'read' },
    })
  })

  test('that says the same leaves it a level, at each depth', () => {
    expect(laid('read', { public: 'read', sales: { 21: 'read' } })).toBe('read')
    expect(laid('read', { public: { 11: 'read' }, sales: 'all' })).toEqual({
      public: 'read',
      sales: 'all',
    })
    expect(laid({ public: 'read' }, { public: { 11: 'read' } })).toEqual({ public: 'read' })
  })

  test('has nothing to leave where there was nothing, or nothing was found yet', () => {
    expect(laid('none', { sales: 'read' })).toEqual({ sales: 'read' })
    expect(laid({ public: 'none' }, { public: { 11: 'read' } })).toEqual({ public: { 11: 'read' } })
    const had = { schemas: 'all', native: 'none' } as const
    const has = mergeAccess(had, { schemas: { sales: { 21: 'read' } } }, () => new Map())
    expect(has?.schemas).toEqual({ sales: { 21: 'read' } })
  })
})

test('keys that objects inherit are keys like others', () => {
  const had = mergeAccess(
    undefined,
    { schemas: { constructor: { 21: 'read' } } } as never,
    () => new Map(),
  )
  expect(changesBetween({ group: 3, database: 2 }, had)).toMatchObject([
    { schema: 'constructor', table: 21, from: 'read', to: null },
    { from: null, to: 'none' },
  ])
})

/** Schemas, and the tables in each, by name. */
type Tree = { readonly [part: string]: Tree }

const leavesOf = (part: unknown): unknown[] =>
  typeof part === 'object' ? Object.values(part ?? {}).flatMap(leavesOf) : [part]

/** The rule as it is told: a level replaces, a map over a level keeps it for all else there is. */
const naiveLay = (had: unknown, wanted: unknown, there: Tree): unknown => {
  if (typeof wanted === 'string') return wanted
  const leaves = leavesOf(wanted)
  const isLevel = typeof had === 'string' && had !== 'none'
  if (leaves.length === 0 || (isLevel && leaves.every((leaf) => leaf === had))) return had
  const result: Record<string, unknown> = typeof had === 'object' ? { ...had } : {}
  if (isLevel) for (const part of Object.keys(there)) result[part] = had
  for (const [part, said] of Object.entries(wanted as object))
    if (leavesOf(said).length > 0)
      result[part] = naiveLay(isLevel ? had : result[part], said, there[part] ?? {})
  return result
}

type Model = Record<string, { schemas: unknown; native: string }>

const naivePut = (
  model: Model,
  groups: WantedGroups,
  there: Readonly<Record<string, Tree>>,
): Model | undefined => {
  const next = { ...model }
  for (const [group, databases] of Object.entries(groups))
    for (const [database, { data = {} }] of Object.entries(databases)) {
      const key = `${group}/${database}`
      const schemas = naiveLay(next[key]?.schemas, data.schemas ?? {}, there[database] ?? {})
      if (schemas === undefined && data.native === undefined) continue
      const native = data.native ?? next[key]?.native ?? 'none'
      next[key] = { schemas: schemas ?? 'none', native }
      if (native === 'write' && schemas !== 'all') return undefined
    }
  return next
}

/** Every cell of a model by a name of its own. */
const cellsIn = (model: Model): Map<string, string> => {
  const cells = new Map<string, string>()
  const visit = (path: string, value: unknown) => {
    if (typeof value === 'string') cells.set(path, value)
    else for (const [key, part] of Object.entries(value ?? {})) visit(`${path}/${key}`, part)
  }
  for (const [key, { schemas, native }] of Object.entries(model)) {
    visit(`data/${key}`, schemas)
    visit(`native/${key}`, native)
  }
  return cells
}

const cellName = (change: GraphChange) =>
  [
    change.right,
    change.group,
    change.database,
    ...(change.right === 'data' && change.schema !== undefined ? [change.schema] : []),
    ...(change.right === 'data' && change.table !== undefined ? [change.table] : []),
  ].join('/')

const pairs = [1, 3, 4].flatMap((group) => [1, 2].map((database) => [group, database] as const))
const someRequest: fc.Arbitrary<WantedGroups> = fc
  .array(fc.tuple(fc.constantFrom(...pairs), someWantedAccess), { maxLength: 3 })
  .map((entries) => {
    const groups: Record<string, Record<string, { data: object }>> = {}
    for (const [[group, database], data] of entries)
      groups[group] = { ...groups[group], [database]: { data } }
    return groups as WantedGroups
  })

/** Database 2 was never read, and one table of database 1 is found only later. */
const firstTables = [
  happened.table(11, 1),
  happened.table(12, 1),
  happened.table(13, 1),
  happened.table(21, 1, 'sales'),
  happened.table(22, 1, 'gone'),
  happened.tableRetired(22),
]
const treeAtFirst: Tree = { public: { 11: {}, 12: {}, 13: {} }, sales: { 21: {} } }
const treeLater: Tree = { ...treeAtFirst, '': { 31: {} } }

test('what a request does not name stays as it was, table by table', () => {
  const tables = firstTables.flatMap((event) =>
    event.type === 'TableDiscovered' && event.data.tableId !== 22 ? [event.data] : [],
  )
  fc.assert(
    fc.property(fc.array(someWantedAccess, { maxLength: 5 }), (requests) => {
      const log = accessLog(...beginning, ...firstTables)
      const levels = () => {
        const access = log.history.at().access(3, 1)
        return tables.map(({ schema, tableId: table }) =>
          access ? levelAt(access, { schema, table }) : 'none',
        )
      }
      for (const data of requests) {
        const before = levels()
        if (!log.put({ 3: { 1: { data } } } as WantedGroups)) continue
        const named = tables.map(({ schema, tableId }): unknown => {
          if (typeof data.schemas !== 'object') return data.schemas
          const its = data.schemas[schema]
          return typeof its === 'object' ? its[tableId] : its
        })
        expect(levels()).toEqual(named.map((level, index) => level ?? before[index]))
      }
    }),
    { numRuns: 300 },
  )
})

test('any sequence of requests folds to what a naive model says, at every revision', () => {
  fc.assert(
    fc.property(fc.array(someRequest, { maxLength: 8 }), fc.nat(8), (requests, foundAt) => {
      const log = accessLog(...beginning, ...firstTables)
      const { history } = log
      let model: Model = { '1/1': { schemas: 'all', native: 'none' } }
      const states: Model[] = [model]
      for (const [index, request] of requests.entries()) {
        if (index === foundAt) log.add(happened.table(31, 1, ''))
        const next = naivePut(model, request, { 1: index < foundAt ? treeAtFirst : treeLater })
        if (next) {
          const tried = revisedState(history.at(), request)
          for (const [group, database] of pairs)
            expect(tried.access(group, database)).toEqual(next[`${group}/${database}`])
        }
        expect(log.put(request)).toBe(next !== undefined)
        if (!next) continue
        model = next
        states.push(model)
      }
      expect(history.revisions.length).toBe(states.length - 1)

      const last = new Map<string, string | null>(cellsIn(states[0] ?? {}))
      states.forEach((expected, revision) => {
        const then = history.at(history.positionOfRevision(revision))
        expect(then.revision).toBe(revision)
        for (const [group, database] of pairs)
          expect(then.access(group, database)).toEqual(expected[`${group}/${database}`])

        const changes = history.revisions[revision - 1]?.changes ?? []
        for (const change of changes) {
          expect(change.from).toBe(last.get(cellName(change)) ?? null)
          expect(change.to).not.toBe(change.from)
          last.set(cellName(change), change.to)
        }
        const [was, is] = [cellsIn(states[revision - 1] ?? expected), cellsIn(expected)]
        const different = [...new Set([...was.keys(), ...is.keys()])].filter(
          (cell) => was.get(cell) !== is.get(cell),
        )
        expect(changes.map(cellName).sort()).toEqual(different.sort())
      })
    }),
    { numRuns: 300 },
  )
})
