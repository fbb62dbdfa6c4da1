import { expect, test } from '@jest/globals'
import { openCollections } from '../../../support/pipeline-shop.ts'

const text = ['string', 'type/Text'] as const

test('keys that are ObjectIds are compared as such, and searched as text', async () => {
  const oid = ['objectid', 'type/Text'] as const
  const hex = '65a1b2c3d4e5f60718293a4b'
  const { lab, table, field } = openCollections(
    { things: { _id: oid, name: text }, parts: { thing_id: oid, name: text } },
    {
      things: [{ _id: `ObjectId ${hex}`, name: 'one' }],
      parts: [{ thing_id: `ObjectId ${hex}`, name: 'part' }, { name: 'lost' }],
    },
    { 'parts.thing_id': 'things._id' },
  )
  const ask = (filter: unknown) =>
    lab.ask({ 'source-table': table('things'), fields: [field('things.name')], filter })
  const key = field('things._id')
  expect(await ask(['=', key, hex.toUpperCase()])).toEqual([['one']])
  expect(await ask(['=', key, hex, 'no id'])).toEqual([['one']])
  expect(await ask(['=', key, 'no id'])).toEqual([])
  expect(await ask(['contains', key, 'a1b2'])).toEqual([['one']])
  const name = field('things.name', { 'source-field': field('parts.thing_id')[1] })
  expect(
    await lab.ask({
      'source-table': table('parts'),
      fields: [field('parts.name'), name],
      'order-by': [['asc', name]],
    }),
  ).toEqual([
    ['lost', null],
    ['part', 'one'],
  ])
})
