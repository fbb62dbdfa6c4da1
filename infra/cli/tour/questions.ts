import { z } from 'zod'
import { barChart } from '../bar-chart.ts'
import { textTable } from '../text-table.ts'
import type { Client } from './client.ts'
import { expectBody, expectSame, expectStatus } from './expect.ts'
import type { Guide } from './guide.ts'
import type { Sample } from './sample.ts'

const cell = z.union([z.string(), z.number()])
const completed = z.object({
  status: z.literal('completed'),
  data: z.object({ rows: z.array(z.array(cell)) }),
})
const failed = z.object({ status: z.literal('failed'), error: z.string() })
const asSql = z.object({ query: z.string() })

const ordersByYear = [
  [2022, 3084, 194_409.06],
  [2023, 4603, 298_819.78],
  [2024, 5972, 398_757.86],
  [2025, 7341, 495_236.39],
] as const

const revenueByCategory = [
  ['Garden', 449_261.89],
  ['Lighting', 325_036.04],
  ['Kitchen', 238_699.76],
  ['Toys', 235_641.76],
  ['Stationery', 138_583.64],
] as const

const money = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

const byYear = ({ databaseId, orders, field }: Sample) => ({
  database: databaseId,
  type: 'query',
  query: {
    'source-table': orders,
    aggregation: [['count'], ['sum', ['field', field('total'), null]]],
    breakout: [['field', field('created_at'), { 'temporal-unit': 'year' }]],
  },
})

/** Orders and revenue a year, asked without SQL; then the SQL it became. */
export const askQuestion = async (client: Client, guide: Guide, sample: Sample): Promise<void> => {
  const question = byYear(sample)
  const reply = await client.call('POST', '/api/dataset', question)
  const { rows } = expectBody(reply, completed, 'The question').data
  const years = rows.map(
    ([at, count, sum]) => [Number(String(at).slice(0, 4)), Number(count), Number(sum)] as const,
  )
  guide.block(
    barChart(
      years.map(([year, count, sum]) => ({
        label: String(year),
        value: sum,
        caption: `${money(sum)} from ${count.toLocaleString('en-US')} orders`,
      })),
    ),
  )
  expectSame(years, ordersByYear, 'Orders and revenue a year')
  guide.line()
  guide.line('   The SQL this became:')
  const sql = expectBody(
    await client.call('POST', '/api/dataset/native', question),
    asSql,
    'The SQL of the question',
  )
  guide.block(sql.query.split('\n'))
}

const native = (databaseId: number, query: string) => ({
  database: databaseId,
  type: 'native',
  native: { query },
})

const categories =
  'select category, sum(total) as revenue from orders join products on products.id = product_id ' +
  'group by category order by revenue desc'

export const runSql = async (client: Client, guide: Guide, sample: Sample): Promise<void> => {
  const reply = await client.call('POST', '/api/dataset', native(sample.databaseId, categories))
  const { rows } = expectBody(reply, completed, 'The SQL').data
  const found = rows.map(([category, revenue]) => [String(category), Number(revenue)] as const)
  guide.block(
    textTable(
      [{ title: 'category' }, { title: 'revenue', align: 'right' }],
      found.map(([category, revenue]) => [category, money(revenue)]),
    ),
  )
  expectSame(found, revenueByCategory, 'Revenue by category')
}

const insert = "insert into reviews (reviewer, body) values ('tour', 'Lovely!')"

export const tryToWrite = async (client: Client, guide: Guide, sample: Sample): Promise<void> => {
  const reply = await client.call('POST', '/api/dataset', native(sample.databaseId, insert))
  expectStatus(reply, 200, 'A query that fails')
  const { error } = expectBody(reply, failed, 'An INSERT')
  guide.line(`   Refused: ${error}`)
}
