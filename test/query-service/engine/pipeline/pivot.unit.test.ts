import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { groupingsOf } from '../../../../query-service/engine/mbql/pivot/groupings.ts'
import { openCollections } from '../../../support/pipeline-shop.ts'

const int = ['int', 'type/Integer'] as const
const text = ['string', 'type/Text'] as const

const shape = { facts: { a: text, b: int, c: int, v: int } }
const fact = fc.record({
  a: fc.constantFrom('x', 'y', '', null),
  b: fc.constantFrom(1, 2, null),
  c: fc.constantFrom(0, 1, null),
  v: fc.constantFrom(-3, 0, 7, null),
})

test('is what each of its groupings is by itself, whatever the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { maxLength: 12 }), async (facts) => {
      const { lab, table, field } = openCollections(shape, { facts })
      const breakout = ['a', 'b', 'c'].map((name) => field(`facts.${name}`))
      const v = field('facts.v')
      const query = {
        'source-table': table('facts'),
        aggregation: [['count'], ['sum', v], ['distinct', v]],
      }
      const pivot = { rows: [0, 1], columns: [2], rowTotals: true, columnTotals: true }
      const rows = await lab.ask({ ...query, breakout }, { pivot })
      for (const grouping of groupingsOf(3, pivot)) {
        const isKept = (place: number) => (grouping & (1 << place)) === 0
        const kept = breakout.filter((_, place) => isKept(place))
        const plain = await lab.ask({
          ...query,
          ...(kept.length > 0 ? { breakout: kept } : {}),
        })
        const shown = rows
          .filter((row) => row[3] === grouping)
          .map((row) => row.filter((_, place) => place > 3 || (place < 3 && isKept(place))))
        const inAnyOrder = (all: typeof rows) => all.map((row) => JSON.stringify(row)).toSorted()
        expect(inAnyOrder(shown)).toEqual(inAnyOrder(plain))
      }
    }),
    { numRuns: 25 },
  )
})
