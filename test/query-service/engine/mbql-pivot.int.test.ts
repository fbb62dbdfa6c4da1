import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { groupingsOf } from '../../../query-service/engine/mbql/pivot/groupings.ts'
import type { Pivot } from '../../../query-service/engine/mbql/pivot/pivot.ts'
import type { JsonRow } from '../../../query-service/engine/shape/rows.ts'
import { type EngineLab, labEngines } from '../../support/engine-lab.ts'
import { openShop, type ShopLab } from '../../support/shop-lab.ts'

const pivot = (
  rows: readonly number[],
  columns: readonly number[],
  more: Partial<Pivot> = {},
): Pivot => ({ rows, columns, rowTotals: true, columnTotals: true, ...more })

type Fact = readonly [string | null, number | null, number | null, number | null]

const fact: fc.Arbitrary<Fact> = fc.tuple(
  fc.constantFrom('x', 'y', '', null),
  fc.constantFrom(1, 2, null),
  fc.constantFrom(0, 1, null),
  fc.constantFrom(-3, 0, 1.5, 7, null),
)

const places = [0, 1, 2] as const
const asked: fc.Arbitrary<Pivot> = fc
  .tuple(fc.shuffledSubarray([...places]), fc.nat({ max: 3 }), fc.boolean(), fc.boolean())
  .map(([all, cut, rowTotals, columnTotals]) =>
    pivot(all.slice(0, cut), all.slice(cut), { rowTotals, columnTotals }),
  )

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value}'` : String(value)

const fill = (lab: EngineLab, facts: readonly Fact[]) =>
  lab.run(
    'drop table if exists tallies',
    'create table tallies (a varchar(5), b integer, c integer, v decimal(10, 2))',
    ...(facts.length > 0
      ? [`insert into tallies values ${facts.map((it) => `(${it.map(literal)})`).join(', ')}`]
      : []),
  )

/** What a grouping comes to, by a query of its own that cannot be read in two ways. */
const plainly = (lab: EngineLab, grouping: number): Promise<readonly JsonRow[]> => {
  const isKept = (place: number) => (grouping & (1 << place)) === 0
  const names = ['a', 'b', 'c'].map((name, place) => (isKept(place) ? name : 'null'))
  const kept = names.filter((name) => name !== 'null')
  const groupBy = kept.length > 0 ? ` group by ${kept.join(', ')}` : ''
  const values = 'count(*), sum(v), avg(v), count(distinct v), min(v)'
  const sql = `select ${names.join(', ')}, ${grouping}, ${values} from tallies${groupBy}`
  return lab.read({ sql, parameters: [] })
}

const named = (name: string, type = 'type/Integer') => ['field', name, { 'base-type': type }]
const v = named('v', 'type/Decimal')
const inAnyOrder = (rows: readonly JsonRow[]) => rows.map((row) => JSON.stringify(row)).sort()

/** After the tables of the shop, by name: those keep their ids. */
const tallies = 4

describe.each(labEngines)('a pivot on %s', (engine) => {
  let shop: ShopLab

  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)
  afterAll(() => shop?.lab.close(), 30_000)

  test('is what each of its groupings is by itself, whatever the rows', async () => {
    const { lab } = shop
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { maxLength: 20 }), asked, async (facts, of) => {
        await fill(lab, facts)
        const rows = await lab.ask(
          {
            'source-table': tallies,
            aggregation: [['count'], ['sum', v], ['avg', v], ['distinct', v], ['min', v]],
            breakout: [named('a', 'type/Text'), named('b'), named('c')],
          },
          { pivot: of },
        )
        const groupings = groupingsOf(3, of)
        expect([...new Set(rows.map((row) => Number(row[3])))]).toEqual(
          groupings.filter((it) => facts.length > 0 || it === 7),
        )
        for (const grouping of groupings)
          expect(inAnyOrder(rows.filter((row) => row[3] === grouping))).toEqual(
            inAnyOrder(await plainly(lab, grouping)),
          )
      }),
      { numRuns: 5 },
    )
  }, 120_000)

  const sales = () => ({ 'source-table': shop.table('sales') })
  const month = () => shop.field('sales.sold_at', { 'temporal-unit': 'month' })
  const [january, february, march] = ['2024-01', '2024-02', '2024-03'].map(
    (it) => `${it}-01T00:00:00Z`,
  )
  /** Where nulls stand among the others is the engine's. */
  const ofGrouping = (rows: readonly JsonRow[], place: number, grouping: number) =>
    rows.filter((row) => row[place] === grouping).map((row) => row.toSpliced(place, 1))

  test('totals moments, and tells what is missing from what is not there', async () => {
    const rows = await shop.lab.ask(
      {
        ...sales(),
        aggregation: [['count'], ['avg', shop.field('sales.amount')]],
        breakout: [shop.field('sales.person_id'), month()],
      },
      { pivot: pivot([0], [1]) },
    )
    const unordered = (grouping: number) =>
      ofGrouping(rows, 2, grouping).toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
    expect(unordered(0)).toEqual([
      [null, march, 1, 100],
      [1, january, 2, 15.25],
      [2, february, 2, 5.25],
      [3, null, 1, 64.25],
    ])
    expect(unordered(1)).toEqual([
      [null, null, 1, 64.25],
      [null, january, 2, 15.25],
      [null, february, 2, 5.25],
      [null, march, 1, 100],
    ])
    expect(unordered(2)).toEqual([
      [null, null, 1, 100],
      [1, null, 2, 15.25],
      [2, null, 2, 5.25],
      [3, null, 1, 64.25],
    ])
    expect(ofGrouping(rows, 2, 3)).toEqual([[null, null, 6, 40]])
    expect(rows.map((row) => row[2])).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3])
  })

  test('groups by values of the query, over joins and nested queries, in the order asked for', async () => {
    const rows = await shop.lab.ask(
      {
        'source-query': { ...sales(), filter: ['>', shop.field('sales.id'), 0] },
        expressions: {
          size: ['case', [[['>=', shop.field('sales.amount'), 20], 'large']], { default: 'small' }],
        },
        aggregation: [['distinct', shop.field('sales.person_id')], ['count']],
        breakout: [
          ['expression', 'size'],
          shop.field('people.name', { 'source-field': shop.field('sales.person_id')[1] }),
        ],
        filter: ['not-null', shop.field('sales.person_id')],
        'order-by': [['desc', ['aggregation', 1]]],
      },
      { pivot: pivot([0], [1]) },
    )
    expect(ofGrouping(rows, 2, 0)).toEqual([
      ['small', 'Bob', 1, 2],
      ['large', 'Ada', 1, 1],
      ['large', 'Cyd', 1, 1],
      ['small', 'Ada', 1, 1],
    ])
    expect(ofGrouping(rows, 2, 1)).toEqual([
      [null, 'Ada', 1, 2],
      [null, 'Bob', 1, 2],
      [null, 'Cyd', 1, 1],
    ])
    expect(ofGrouping(rows, 2, 2)).toEqual([
      ['small', null, 2, 3],
      ['large', null, 2, 2],
    ])
    expect(ofGrouping(rows, 2, 3)).toEqual([[null, null, 3, 5]])
  })

  test('runs sums along the groups of each grouping; one total has itself', async () => {
    const rows = await shop.lab.ask(
      {
        ...sales(),
        aggregation: [['cum-count']],
        breakout: [shop.field('sales.kind'), month()],
        filter: [
          'and',
          ['=', shop.field('sales.kind'), 'web', 'shop'],
          ['not-null', shop.field('sales.sold_at')],
        ],
      },
      { pivot: pivot([0], [1]) },
    )
    expect(rows).toEqual([
      ['shop', january, 0, 1],
      ['web', january, 0, 1],
      ['web', february, 0, 2],
      [null, january, 1, 2],
      [null, february, 1, 3],
      ['shop', null, 2, 1],
      ['web', null, 2, 2],
      [null, null, 3, 3],
    ])
  })

  test('bins numbers, and has one grand total of no rows', async () => {
    const binned = shop.field('sales.pieces', {
      binning: { strategy: 'bin-width', 'bin-width': 2 },
    })
    const question = { ...sales(), aggregation: [['count']], breakout: [binned] }
    const of = { pivot: pivot([0], []) }
    expect(
      await shop.lab.ask({ ...question, filter: ['not-null', shop.field('sales.pieces')] }, of),
    ).toEqual([
      [0, 0, 2],
      [2, 0, 1],
      [4, 0, 2],
      [null, 1, 5],
    ])
    expect(
      await shop.lab.ask({ ...question, filter: ['<', shop.field('sales.id'), 0] }, of),
    ).toEqual([[null, 1, 0]])
  })
})
