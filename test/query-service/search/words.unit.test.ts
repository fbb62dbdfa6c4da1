import { expect, test } from '@jest/globals'
import { rankOf } from '../../../query-service/search/words.ts'

const item = (
  name: string,
  description: string | null = null,
  table_name: string | null = null,
) => ({
  name,
  description,
  table_name,
})

const found = (text: string, items: readonly ReturnType<typeof item>[]) => {
  const rankIn = rankOf(text)
  return items
    .map((one) => ({ name: one.name, rank: rankIn(one) }))
    .filter((one) => one.rank !== undefined)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ name }) => name)
}

test('finds every word in names or descriptions, what is called so first', () => {
  const items = [
    item('Weekly', 'Orders by week'),
    item('All reorders'),
    item('New orders'),
    item('Orders by state'),
    item('ORDERS'),
    item('People'),
  ]
  expect(found('orders', items)).toEqual([
    'ORDERS',
    'Orders by state',
    'New orders',
    'All reorders',
    'Weekly',
  ])
  expect(found('  state \t ORDERS ', items)).toEqual(['Orders by state'])
  expect(found('week orders', items)).toEqual(['Weekly'])
  expect(found('', items)).toHaveLength(items.length)
  expect(found('ärger', [item('ÄRGER')])).toEqual(['ÄRGER'])
  expect(found('order_items', [item('Order Items', null, 'order_items')])).toHaveLength(1)
})

test('takes every character for itself, and any length', () => {
  const items = [item('100 %'), item('a_b'), item('a\\b'), item('(a+)+$'), item('aaaaaaaaaaaaaaaa')]
  for (const [text, name] of [
    ['%', '100 %'],
    ['_', 'a_b'],
    ['\\', 'a\\b'],
    ['(a+)+$', '(a+)+$'],
  ] as const)
    expect(found(text, items)).toEqual([name])
  expect(found('a'.repeat(10_000), items)).toEqual([])
  expect(found('a '.repeat(5_000), items)).toHaveLength(4)
})
