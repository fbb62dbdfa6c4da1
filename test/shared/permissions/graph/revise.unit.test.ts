import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { WantedGroups } from '../../../../shared/contract/permission-graph.ts'
import type { GraphChange } from '../../../../shared/events/permission-graph.ts'
import type { DatabaseAccess } from '../../../../shared/permissions/data-access.ts'
import { changesBetween, mergeAccess } from '../../../../shared/permissions/graph/merge.ts'
import { reviseGraph } from '../../../../shared/permissions/graph/revise.ts'
import { revisedState } from '../../../../shared/permissions/graph/revised-state.ts'
import { accessLog } from '../../../support/access-log.ts'
import { databaseConnected, groupCreated } from '../../../support/projection-lab.ts'
import { someWantedAccess } from '../../../support/some-access.ts'

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
    ['says only parts of Administrators', { 2: { 1: wanted({ a: 'all' }) } }, /Administrators/],
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

test('a map over a level leaves nothing to what it does not name', () => {
  const had = { schemas: 'all', native: 'none' } as const
  expect(mergeAccess(had, { schemas: { sales: { 21: 'read' } } })?.schemas).toEqual({
    sales: { 21: 'read' },
  })
})

test('keys that objects inherit are keys like others', () => {
  const had = mergeAccess(undefined, { schemas: { constructor: { 21: 'read' } } } as never)
  expect(changesBetween({ group: 3, database: 2 }, had)).toMatchObject([
    { schema: 'constructor', table: 21, from: 'read', to: null },
    { from: null, to: 'none' },
  ])
})

/** RFC 7396 as it stands, but that a map that names nothing does nothing. */
const naiveMerge = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== 'object' || patch === null) return patch
  const parts = Object.entries(patch).filter(
    ([, part]) => JSON.stringify(naiveMerge({}, part)) !== '{}',
  )
  if (parts.length === 0) return target
  const result: Record<string, unknown> = typeof target === 'object' ? { ...target } : {}
  for (const [key, part] of parts) result[key] = naiveMerge(result[key], part)
  return result
}

type Model = Record<string, { schemas: unknown; native: string }>

const naivePut = (model: Model, groups: WantedGroups): Model | undefined => {
  const next = { ...model }
  for (const [group, databases] of Object.entries(groups))
    for (const [database, { data = {} }] of Object.entries(databases)) {
      const key = `${group}/${database}`
      const schemas = naiveMerge(next[key]?.schemas, data.schemas ?? {})
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

test('any sequence of requests folds to what a naive model says, at every revision', () => {
  fc.assert(
    fc.property(fc.array(someRequest, { maxLength: 8 }), (requests) => {
      const log = accessLog(...beginning)
      const { history } = log
      let model: Model = { '1/1': { schemas: 'all', native: 'none' } }
      const states: Model[] = [model]
      for (const request of requests) {
        const next = naivePut(model, request)
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
