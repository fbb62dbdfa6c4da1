import { describe, expect, test } from '@jest/globals'
import type { WantedGroups } from '../../../../shared/contract/permission-graph.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import { checkPlaces } from '../../../../shared/permissions/graph/places.ts'
import { happened, historyOf, recordAll } from '../../../support/some-history.ts'

const said = { group: 3, database: 5, right: 'data', from: null, to: 'read' } as const

/** Database 5 was read, after something had been said about a schema it has not; 6 never was. */
const state = historyOf(
  recordAll([
    happened.group(3),
    happened.group(4),
    happened.database(5),
    happened.database(6),
    happened.revised(1, [{ ...said, schema: 'early' }]),
    happened.table(11, 5),
    happened.table(12, 5, 'closed'),
    happened.tableRetired(12),
  ]),
).at()

type Schemas = NonNullable<NonNullable<WantedGroups[string][string]['data']>['schemas']>

const refusedAt = (schemas: Schemas, group = 3, database = 5) => {
  try {
    checkPlaces(state, { [group]: { [database]: { data: { schemas } } } })
    return undefined
  } catch (error) {
    return error instanceof Refusal ? Object.keys(error.extras.errors ?? {}) : error
  }
}
const path = (rest: string, group = 3, database = 5) => [
  `groups.${group}.${database}.data.schemas.${rest}`,
]

describe('a request may name', () => {
  test.each<[string, Schemas, number?, number?]>([
    ['no schema', 'all'],
    ['a schema', { public: 'read' }],
    ['a table in it', { public: { 11: 'read' } }],
    ['what is gone: it may come back', { closed: { 12: 'read' } }],
    ['a schema that was said before the database was read', { early: 'none' }],
    ['any schema of a database that was never read', { nope: 'all', public: 'read' }, 3, 6],
  ])('%s', (_, ...wanted) => {
    expect(refusedAt(...wanted)).toBeUndefined()
  })
})

describe('a request must not name', () => {
  test('a schema there never was, whatever it says of it', () => {
    for (const level of ['all', 'none', { 11: 'read' }, {}] as const)
      expect(refusedAt({ public: 'all', nope: level })).toEqual(path('nope'))
    // To this group nobody has said it.
    expect(refusedAt({ early: 'read' }, 4)).toEqual(path('early', 4))
    expect(refusedAt({ constructor: 'read' } as never)).toEqual(path('constructor'))
  })

  test('a table there never was, or one that is elsewhere', () => {
    expect(refusedAt({ public: { 99: 'none' } })).toEqual(path('public.99'))
    expect(refusedAt({ closed: { 11: 'all' } })).toEqual(path('closed.11'))
    expect(refusedAt({ public: { 11: 'all' } }, 3, 6)).toEqual(path('public.11', 3, 6))
  })
})
