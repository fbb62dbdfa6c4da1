import { expect, test } from '@jest/globals'
import { withMappedValues } from '../../query-service/card-parameters.ts'

const city = ['dimension', ['field', 5, null]]
const name = ['dimension', ['field', 6, null]]

const card = {
  dataset_query: { database: 1, type: 'query', query: { 'source-table': 2 } },
  parameters: [
    { id: 'own', type: 'string/!=', target: city, default: ['Rome'] },
    { id: 'other', type: 'string/=', target: name, default: ['Ada'] },
  ],
}

test('every mapped value holds, by the type it is mapped with, over what a question says itself', () => {
  const mapped = [
    { type: 'string/=', target: city, value: ['Oslo'] },
    { type: 'string/=', target: city, value: ['Rome'] },
    { type: 'string/=', target: name, value: null },
  ]
  expect(withMappedValues(card, mapped).parameters).toEqual([
    card.parameters[1],
    mapped[0],
    mapped[1],
  ])
})
