import { expect, test } from '@jest/globals'
import { shownRows } from '../../../../query-service/engine/export/shown-rows.ts'
import { collected, column, inBatches } from './export-file.ts'

const at = (...places: number[]) => places.map((place) => ({ ...column(`c${place}`), place }))

test('cells are those of the columns shown, in their order', async () => {
  const batches = inBatches([['a', 'b', null]], [['d', 'e', 'f']])
  expect(await collected(shownRows(batches, at(2, 0), 3))).toEqual([[[null, 'a']], [['f', 'd']]])
})

test('rows are untouched where every column stays where it is', () => {
  const batches = inBatches([['a', 'b']])
  expect(shownRows(batches, at(0, 1), 2)).toBe(batches)
  expect(shownRows(batches, at(0), 2)).not.toBe(batches)
  expect(shownRows(batches, at(1, 0), 2)).not.toBe(batches)
})

test('whoever stops reading lets the query go', async () => {
  let isReleased = false
  const source = async function* () {
    try {
      yield [['a', 'b']]
      yield [['c', 'd']]
    } finally {
      isReleased = true
    }
  }
  for await (const [row] of shownRows(source(), at(1), 2)) {
    expect(row).toEqual(['b'])
    break
  }
  expect(isReleased).toBe(true)
})
