import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type MemoryTables, writeInto } from '../../../projections/runtime/memory-tables.ts'
import { ChangeSet, heldBack, type Writer } from '../../../shared/views/change-set.ts'
import { integer, nullable, type Row, text, view } from '../../../shared/views/view.ts'
import { applyChanges, rowsIn } from '../../support/memory-tables.ts'

const shelves = view('shelves', { id: integer(), room: text() }, { key: ['id'] })
const books = view(
  'books',
  { shelf: integer(), place: integer(), title: text(), lentTo: nullable(text()) },
  { key: ['shelf', 'place'] },
)

type Operation = (write: Writer) => void

const small = fc.integer({ min: 1, max: 3 })
const word = fc.constantFrom('a', 'b')
const someOf = <T extends object>(whole: fc.Arbitrary<T>, keys: readonly (keyof T)[]) =>
  fc
    .tuple(whole, fc.subarray([...keys], { minLength: 1 }))
    .map(([row, chosen]) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => chosen.some((it) => it === key))),
    )

const shelf = fc.record({ id: small, room: word })
const book = fc.record({
  shelf: small,
  place: small,
  title: word,
  lentTo: fc.option(word),
})

const operation: fc.Arbitrary<Operation> = fc.oneof(
  shelf.map(
    (row): Operation =>
      (write) =>
        write.put(shelves, row),
  ),
  shelf.map(
    ({ id, room }): Operation =>
      (write) =>
        write.patch(shelves, { id }, { room }),
  ),
  small.map(
    (id): Operation =>
      (write) =>
        write.remove(shelves, { id }),
  ),
  word.map(
    (room): Operation =>
      (write) =>
        write.removeWhere(shelves, { room }),
  ),
  book.map(
    (row): Operation =>
      (write) =>
        write.put(books, row),
  ),
  fc.tuple(book, someOf(book, ['title', 'lentTo'])).map(
    ([{ shelf, place }, set]): Operation =>
      (write) =>
        write.patch(books, { shelf, place }, set),
  ),
  book.map(
    ({ shelf, place }): Operation =>
      (write) =>
        write.remove(books, { shelf, place }),
  ),
  fc.tuple(someOf(book, ['shelf', 'title']), someOf(book, ['title', 'lentTo'])).map(
    ([where, set]): Operation =>
      (write) =>
        write.patchWhere(books, where, set),
  ),
  someOf(book, ['shelf', 'title']).map(
    (where): Operation =>
      (write) =>
        write.removeWhere(books, where),
  ),
)

const library = (): MemoryTables => {
  const tables: MemoryTables = new Map()
  const write = writeInto(tables)
  for (const id of [1, 2]) write.put(shelves, { id, room: 'a' })
  for (const place of [1, 2, 3]) write.put(books, { shelf: 1, place, title: 'a', lentTo: null })
  return tables
}

const contents = (tables: MemoryTables) => [rowsIn(tables, shelves), rowsIn(tables, books)]

test('collapsed changes leave what the changes one by one would', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      const oneByOne = library()
      for (const change of operations) change(writeInto(oneByOne))
      const collapsed = new ChangeSet()
      for (const change of operations) change(collapsed)
      const atOnce = library()
      applyChanges(atOnce, collapsed.changes())
      expect(contents(atOnce)).toEqual(contents(oneByOne))
    }),
    { numRuns: 500 },
  )
})

test('applying the same changes again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      const changes = new ChangeSet()
      // A match looks at rows as they are and may find other ones the second time.
      for (const change of operations) change(changes)
      fc.pre(changes.changes().every(({ kind }) => kind === 'rows'))
      const tables = library()
      applyChanges(tables, changes.changes())
      const once = contents(tables)
      applyChanges(tables, changes.changes())
      expect(contents(tables)).toEqual(once)
    }),
  )
})

describe('collapsing', () => {
  const row: Row<typeof shelves> = { id: 1, room: 'a' }

  test('writes a row once, however often it was touched', () => {
    const changes = new ChangeSet()
    changes.put(shelves, row)
    for (const room of ['b', 'c', 'd']) changes.patch(shelves, { id: 1 }, { room })
    expect(changes.changes()).toMatchObject([{ kind: 'rows', patch: new Map(), remove: new Map() }])
    const tables: MemoryTables = new Map()
    applyChanges(tables, changes.changes())
    expect(rowsIn(tables, shelves)).toEqual([{ id: 1, room: 'd' }])
  })

  test('does not touch the row it was given', () => {
    const changes = new ChangeSet()
    changes.put(shelves, row)
    changes.patch(shelves, { id: 1 }, { room: 'b' })
    expect(row.room).toBe('a')
  })

  test('nothing is nothing', () => {
    expect(new ChangeSet().isEmpty).toBe(true)
    expect(new ChangeSet().changes()).toEqual([])
  })
})

describe('changes held back', () => {
  test('are made when they are played', () => {
    const play = heldBack((write) => write.put(shelves, { id: 1, room: 'a' }))
    const changes = new ChangeSet()
    expect(changes.isEmpty).toBe(true)
    play(changes)
    expect(changes.isEmpty).toBe(false)
  })

  test('of something that throws half-way cannot be played', () => {
    expect(() =>
      heldBack((write) => {
        write.put(shelves, { id: 1, room: 'a' })
        throw new Error('half-way')
      }),
    ).toThrow('half-way')
  })
})
