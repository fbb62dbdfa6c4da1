import type { ActionEvent } from '../../shared/events/action.ts'
import type { ActionRunEvent } from '../../shared/events/action-run.ts'
import type { Named } from '../../shared/kernel/decider.ts'
import type { FieldRow, TableRow } from '../../shared/views/database.ts'
import { at } from './recorded.ts'

type Created = Named<ActionEvent, 'ActionCreated'>

/** An action that makes rows of model 7, unless told otherwise. */
export const actionCreated = (actionId: number, more: Partial<Created['data']> = {}): Created => ({
  type: 'ActionCreated',
  data: {
    actionId,
    name: `Action ${actionId}`,
    description: null,
    modelId: 7,
    definition: { type: 'implicit', kind: 'row/create', tableId: 5 },
    parameters: [],
    visualizationSettings: {},
    creatorId: 1,
    ...more,
  },
})

export const actionChanged = (
  actionId: number,
  changes: Omit<Named<ActionEvent, 'ActionChanged'>['data'], 'actionId'>,
): Named<ActionEvent, 'ActionChanged'> => ({
  type: 'ActionChanged',
  data: { actionId, ...changes },
})

export const runId = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

export const runStarted: Named<ActionRunEvent, 'ActionRunStarted'> = {
  type: 'ActionRunStarted',
  data: {
    runId,
    actionId: 3,
    version: 2,
    type: 'query',
    databaseId: 2,
    way: 'api',
    publicUuid: null,
    parameters: ['id'],
  },
}

export const runFinished = (
  more: Partial<Named<ActionRunEvent, 'ActionRunFinished'>['data']> = {},
): Named<ActionRunEvent, 'ActionRunFinished'> => ({
  type: 'ActionRunFinished',
  data: {
    runId,
    actionId: 3,
    outcome: 'committed',
    rowsAffected: [1],
    durationMs: 12,
    problem: null,
    ...more,
  },
})

/** A column of table 5. */
export const someField = (id: number, name: string, more: Partial<FieldRow> = {}): FieldRow => ({
  id,
  table_id: 5,
  db_id: 2,
  name,
  display_name: name,
  description: null,
  database_type: 'text',
  base_type: 'type/Text',
  semantic_type: null,
  nullable: true,
  primary_key: false,
  fk_target_field_id: null,
  position: id,
  active: true,
  created_at: at(1),
  updated_at: at(1),
  ...more,
})

export const someTable = (more: Partial<TableRow> = {}): TableRow => ({
  id: 5,
  db_id: 2,
  schema: 'public',
  name: 'orders',
  display_name: 'Orders',
  description: null,
  kind: 'table',
  active: true,
  created_at: at(1),
  updated_at: at(1),
  ...more,
})

/** `orders` with a key, a text, a number and a truth. */
export const someFields: readonly FieldRow[] = [
  someField(1, 'id', { base_type: 'type/Integer', database_type: 'int4', primary_key: true }),
  someField(2, 'Customer Name'),
  someField(3, 'total', { base_type: 'type/Decimal', database_type: 'numeric' }),
  someField(4, 'paid', { base_type: 'type/Boolean', database_type: 'bool' }),
]
