import * as action from '../../../shared/contract/action.ts'
import * as sharing from '../../../shared/contract/action-sharing.ts'
import type { Example, Examples, World } from './example.ts'

const place = { row: 0, col: 0, sizeX: 4, sizeY: 1 }

type Made = Pick<World, 'admin' | 'cardId'>

/** SQL with a value, of the question that everybody may read. */
const actionOn = (databaseId: number, cardId: number) => ({
  name: 'Let one go',
  type: 'query',
  model_id: cardId,
  database_id: databaseId,
  dataset_query: {
    database: databaseId,
    type: 'native',
    native: {
      query: 'delete from one where n = {{n}}',
      'template-tags': { n: { name: 'n', type: 'number', required: true } },
    },
  },
})

/** An action on a customer's database, with a button on a dashboard and a link, as the admin. */
export const makeAction = async (
  { admin, cardId }: Made,
  databaseId: number,
): Promise<World['action']> => {
  const { body } = await admin.post('/api/action', actionOn(databaseId, cardId))
  const { body: dashboard } = await admin.post('/api/dashboard', { name: 'With a button' })
  const { body: dashcard } = await admin.post(`/api/dashboard/${dashboard.id}/cards`, {
    cardId: null,
    action_id: body.id,
    ...place,
  })
  const { body: link } = await admin.post(`/api/action/${body.id}/public_link`)
  return {
    id: body.id,
    databaseId,
    uuid: link.uuid,
    dashboardId: dashboard.id,
    dashcardId: dashcard.id,
  }
}

const theAction = ({ action: { id } }: World) => ({ id })
const theButton = ({ action: { dashboardId: id, dashcardId } }: World) => ({ id, dashcardId })
const theLink = ({ action: { uuid } }: World) => ({ uuid })

const newAction = async ({ admin, cardId, databaseId }: World) => {
  const { body } = await admin.post('/api/action', actionOn(databaseId, cardId))
  return { id: body.id as number }
}

const sharedAction: Example['params'] = async (world) => {
  const { id } = await newAction(world)
  await world.admin.post(`/api/action/${id}/public_link`)
  return { id }
}

const values = () => ({ parameters: { n: 7 } })
const asked = `parameters=${encodeURIComponent('{"n":7}')}`

export const actionExamples: Examples = [
  [action.listActions, { query: 'limit=1&archived=false' }],
  [action.getAction, { params: theAction }],
  [action.getActionHistory, { params: theAction, query: 'limit=1' }],
  [action.listActionRuns, { params: theAction, query: 'limit=1' }],
  [action.createAction, { body: ({ databaseId, cardId }) => actionOn(databaseId, cardId) }],
  [action.updateAction, { params: newAction, body: () => ({ name: 'Another name' }) }],
  [action.deleteAction, { params: newAction }],
  [action.executeAction, { params: theAction, body: values }],
  [action.previewAction, { params: theAction, query: asked }],
  [action.executeDashboardAction, { params: theButton, body: values }],
  [action.previewDashboardAction, { params: theButton, query: asked }],
  [sharing.shareAction, { params: newAction, body: () => ({ rotate: false }) }],
  [sharing.unshareAction, { params: sharedAction }],
  [sharing.listSharedActions, { query: 'limit=1' }],
  [sharing.getPublicAction, { params: theLink }],
  [sharing.executePublicAction, { params: theLink, body: values }],
]
