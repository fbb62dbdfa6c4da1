import { describe, expect, test } from '@jest/globals'
import { addressOf, revision } from '../../../query-service/permissions/page/address.ts'
import { resourcesAt } from '../../../query-service/permissions/page/choices.ts'
import { levelOf, runsSql, wordOf } from '../../../query-service/permissions/page/level.ts'
import { matrixOf, pageSizes } from '../../../query-service/permissions/page/matrix.ts'
import { strip } from '../../../query-service/permissions/page/strip.ts'
import { windowOf } from '../../../query-service/permissions/page/timeline.ts'
import { permissionsPage } from '../../../shared/contract/pages.ts'
import type { Message } from '../../../shared/kernel/decider.ts'
import type { SchemaAccess } from '../../../shared/permissions/data-access.ts'
import { AccessHistory } from '../../../shared/permissions/history/access-history.ts'
import { recorded } from '../../support/recorded.ts'

const historyOf = (events: readonly Message[]): AccessHistory => {
  const history = new AccessHistory()
  for (const [index, event] of events.entries()) history.record(recorded(event, index + 1))
  return history
}

const revised = (number: number, changes: readonly unknown[] = []): Message => ({
  type: 'PermissionsGraphRevised',
  data: { revision: number, comment: null, revertedTo: null, changes },
})

describe('the list of revisions', () => {
  const many = historyOf(Array.from({ length: 2_000 }, (_, index) => revised(index + 1))).revisions
  const numbers = (asked: { from?: number }, shown: number) =>
    windowOf(many, asked, shown).map(({ since }) => since.revision)

  test('begins with the newest where the moment is among them', () => {
    expect(numbers({}, 2_000)).toEqual(Array.from({ length: 20 }, (_, n) => 2_000 - n))
    expect(numbers({}, 1_981)).toContain(1_981)
  })

  test('is around the moment otherwise, and as asked for', () => {
    for (const shown of [1, 7, 500, 1_980]) expect(numbers({}, shown)).toContain(shown)
    expect(numbers({ from: 15 }, 900).at(0)).toBe(15)
    expect(numbers({ from: 15 }, 900).at(-1)).toBe(1)
    expect(numbers({ from: 9_999 }, 900).at(0)).toBe(2_000)
  })

  test('is drawn with no more bars than a screen can show', () => {
    expect(strip(many, 1_000).text.match(/<rect/g)).toHaveLength(120)
    expect(strip(many, 1_000).text.match(/class="now"/g)).toHaveLength(1)
    expect(strip(many, 0).text).not.toContain('class="now"')
  })
})

describe('a cell', () => {
  test('has one word for data: some where it depends', () => {
    const word = (schemas: SchemaAccess) => wordOf({ schemas, native: 'none' })
    expect(wordOf(undefined)).toBe('none')
    expect(word('read')).toBe('read')
    expect(word({ public: 'all' })).toBe('some')
    expect(word({ public: { 3: 'read', 4: 'none' } })).toBe('some')
    expect(word({ public: { 4: 'none' }, other: 'none' })).toBe('none')
  })

  test('says by a word and a symbol what its colour says', () => {
    const all = (['all', 'write', 'read', 'some', 'none'] as const).map((it) => levelOf(it).text)
    expect(new Set(all.map((text) => text.replace(/class="[^"]*"/g, ''))).size).toBe(5)
  })

  test('runs SQL with write alone', () => {
    expect(runsSql({ schemas: 'all', native: 'read' })).toBe(false)
    expect(runsSql({ schemas: 'all', native: 'write' })).toBe(true)
  })
})

describe('the matrix', () => {
  const groups = Array.from({ length: pageSizes.groups + 5 }, (_, index) => ({
    type: 'GroupCreated',
    data: { groupId: index + 1, name: `Group ${index + 1}` },
  }))
  const connected = {
    type: 'DatabaseConnected',
    data: { databaseId: 1, name: 'Shop', isSample: false },
  }
  const change = { group: 3, database: 1, right: 'data', from: null, to: 'read' }
  const history = historyOf([...groups, connected, revised(1, [change])])
  const before = history.at((history.positionOfRevision(1) ?? 0n) - 1n)
  const isChanged = (group: number) => group === 3

  test('holds a page of groups and tells what the revision changed, and from what', () => {
    const { rows, databases } = matrixOf(history.at(), before, isChanged, {})
    expect(databases).toMatchObject({ total: 1, items: [{ id: 1, name: 'Shop' }] })
    expect(rows).toMatchObject({ page: 1, pages: 2, total: pageSizes.groups + 5 })
    expect(rows.items).toHaveLength(pageSizes.groups)
    const third = rows.items.find(({ groupId }) => groupId === 3)
    expect(third?.cells[0]).toMatchObject({
      access: { schemas: 'read', native: 'none' },
      before: { access: undefined },
    })
    expect(rows.items.filter(({ cells }) => cells.some((cell) => cell.before))).toHaveLength(1)
  })

  test('has a last page, which is what stands for any later one', () => {
    for (const page of [2, 99])
      expect(matrixOf(history.at(), before, isChanged, { groups: page }).rows).toMatchObject({
        page: 2,
        items: { length: 5 },
      })
  })
})

describe('what can be asked about', () => {
  const tables = [
    ['people', 11],
    ['orders', 12],
    ['late', 13],
  ] as const
  const found = ([name, tableId]: (typeof tables)[number]) => ({
    type: 'TableDiscovered',
    data: { tableId, databaseId: 1, schema: 'public', name },
  })
  const [people, orders, late] = tables.map(found) as [Message, Message, Message]
  const gone = { type: 'TableRetired', data: { tableId: 11 } }
  const deleted = { type: 'DatabaseDeleted', data: { databaseId: 1 } }
  const connected = { type: 'DatabaseConnected', data: { databaseId: 1, name: 'Shop' } }
  const history = historyOf([connected, people, orders, late, gone, deleted])
  const labels = (position: bigint) =>
    resourcesAt(history.at(position)).resources.flatMap((resource) =>
      'options' in resource ? resource.options.map(({ label }) => label) : [],
    )

  test('is what was there at the moment, by name', () => {
    const whole = ['All of Shop', 'SQL on Shop']
    expect(labels(1n)).toEqual(whole)
    expect(labels(3n)).toEqual([...whole, 'public.orders', 'public.people'])
    expect(labels(5n)).toEqual([...whole, 'public.late', 'public.orders'])
    expect(labels(6n)).toEqual([])
  })
})

describe('an address of the page', () => {
  const asked = permissionsPage.query.parse({
    as_of: '2026-01-31T12:00:00+01:00',
    user: '7',
    what: 'table-3',
  })

  test('keeps what was asked for but for what is changed', () => {
    expect(addressOf(asked)).toBe(
      '/audit/permissions?as_of=2026-01-31T11%3A00%3A00.000Z&user=7&what=table-3',
    )
    expect(addressOf(asked, { as_of: revision(4), what: undefined })).toBe(
      '/audit/permissions?as_of=4&user=7',
    )
    expect(addressOf({})).toBe('/audit/permissions')
  })
})
