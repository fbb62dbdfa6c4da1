import { expect, test } from '@jest/globals'
import { actionProjection } from '../../projections/action.ts'
import { actionRunProjection } from '../../projections/action-run.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { actionRuns, actions } from '../../shared/views/action.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'
import {
  actionChanged,
  actionCreated,
  runFinished,
  runId,
  runStarted,
} from '../support/some-actions.ts'
import { cardDeleted } from '../support/some-cards.ts'

const shown = (...history: readonly DomainEvent[]) =>
  projected([actionProjection], ...history).rows(actions)

const row = {
  id: 3,
  name: 'Action 3',
  description: null,
  type: 'implicit',
  model_id: 7,
  kind: 'row/create',
  table_id: 5,
  query_database_id: null,
  dataset_query: null,
  template: null,
  parameters: [],
  visualization_settings: {},
  creator_id: 1,
  archived: false,
  version: 1,
  created_at: at(1),
  updated_at: at(1),
}

test('an action is shown as it was made, and as it was changed since', () => {
  expect(shown(actionCreated(3))).toEqual([row])
  const query = { type: 'native', database: 2, native: { query: 'delete from orders' } }
  const definition = { type: 'query', databaseId: 2, query } as const
  expect(shown(actionCreated(3), actionChanged(3, { definition, archived: true }))).toEqual([
    {
      ...row,
      type: 'query',
      kind: null,
      table_id: null,
      query_database_id: 2,
      dataset_query: query,
      archived: true,
      version: 2,
      updated_at: at(2),
    },
  ])
})

test('actions go by themselves, with their model, and with their database', () => {
  const query = { type: 'query', databaseId: 2, query: {} } as const
  const made = [
    actionCreated(3),
    actionCreated(4, { modelId: 8 }),
    actionCreated(5, { modelId: null, definition: query }),
  ]
  const left = (event: DomainEvent) => shown(...made, event).map(({ id }) => id)
  expect(left({ type: 'ActionDeleted', data: { actionId: 4 } })).toEqual([3, 5])
  expect(left(cardDeleted(7))).toEqual([4, 5])
  expect(left({ type: 'DatabaseDeleted', data: { databaseId: 2 } })).toEqual([3, 4])
})

test('a run is shown from its beginning on; the last word on how it ended is right', () => {
  const runs = (...history: readonly DomainEvent[]) =>
    projected([actionRunProjection], ...history).rows(actionRuns)
  const lost = runFinished({ outcome: 'unknown', rowsAffected: [], problem: 'interrupted' })
  expect(runs(runStarted)).toMatchObject([
    { id: runId, action_id: 3, version: 2, way: 'api', outcome: null, finished_at: null },
  ])
  expect(runs(runStarted, lost, runFinished())).toMatchObject([
    { outcome: 'committed', rows_affected: [1], problem: null, finished_at: at(3) },
  ])
})
