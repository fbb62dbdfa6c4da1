import { runCard } from './card.ts'
import { idParams } from './common.ts'
import { pivotQuery, queryResult } from './dataset.ts'
import { endpoint } from './endpoint.ts'

const run = { side: 'query', access: 'session', rate: 'query', method: 'POST' } as const

export const runPivot = endpoint({
  ...run,
  tag: 'Dataset',
  path: '/api/dataset/pivot',
  summary: 'Run a structured query as a pivot table, its totals worked out by the database',
  body: pivotQuery,
  response: queryResult,
})

export const runCardPivot = endpoint({
  ...run,
  tag: 'Card',
  path: '/api/card/pivot/:id/query',
  summary: 'Run a saved question as the pivot table that its visualization settings describe',
  params: idParams,
  body: runCard.body,
  response: queryResult,
})
