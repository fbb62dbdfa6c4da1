import * as dashboard from '../../../shared/contract/dashboard.ts'
import * as dashboardRun from '../../../shared/contract/dashboard-run.ts'
import type { Example, Examples, World } from './example.ts'
import { pivotedCard } from './pivot.ts'

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }

/** Makes a dashboard with one saved question on it, as the admin. */
export const makeDashboard = async ({ admin, cardId }: Pick<World, 'admin' | 'cardId'>) => {
  const { body } = await admin.post('/api/dashboard', { name: 'Some dashboard' })
  const { body: dashcard } = await admin.post(`/api/dashboard/${body.id}/cards`, {
    cardId,
    ...place,
  })
  return { id: body.id as number, dashcardId: dashcard.id as number }
}

/** The card of the dashboard that an example's path names, where one was made before its body. */
let latestCard = 1
const newDashboard: Example['params'] = async (world) => {
  const { id, dashcardId } = await makeDashboard(world)
  latestCard = dashcardId
  return { id }
}

const theDashboard: Example['params'] = ({ dashboard: { id } }) => ({ id })

const placed = ({ dashboard, cardId }: World) => ({ ...dashboard, cardId })

const placedPivot = async (world: World) => {
  const { id: cardId } = await pivotedCard(world)
  return { ...(await makeDashboard({ ...world, cardId })), cardId }
}

export const dashboardExamples: Examples = [
  [dashboard.listDashboards, { query: 'f=mine' }],
  [dashboard.listEmbeddableDashboards, {}],
  [dashboard.getDashboard, { params: theDashboard, query: 'as_of=1' }],
  [dashboard.getDashboardHistory, { params: theDashboard, query: 'limit=1' }],
  [dashboard.createDashboard, { body: () => ({ name: 'Another dashboard', parameters: [] }) }],
  [
    dashboard.updateDashboard,
    {
      params: newDashboard,
      body: ({ cardId }) => ({
        name: 'Another name',
        tabs: [{ id: -1, name: 'First' }],
        dashcards: [{ id: -1, card_id: cardId, dashboard_tab_id: -1, ...place }],
      }),
    },
  ],
  [
    dashboard.addDashcard,
    { params: newDashboard, body: ({ cardId }) => ({ cardId, ...place, series: [] }) },
  ],
  [
    dashboard.changeDashcards,
    { params: newDashboard, body: () => ({ cards: [{ id: latestCard, ...place, col: 6 }] }) },
  ],
  [dashboard.removeDashcard, { params: newDashboard, body: () => ({ dashcardId: latestCard }) }],
  [dashboard.copyDashboard, { params: newDashboard, body: () => ({ name: 'Once more' }) }],
  [dashboard.restoreDashboard, { params: newDashboard, body: () => ({ to_version: 1 }) }],
  [dashboard.deleteDashboard, { params: newDashboard }],
  [dashboardRun.runDashcard, { params: placed, body: () => ({ parameters: [] }) }],
  [dashboardRun.runDashcardPivot, { params: placedPivot, body: () => ({ parameters: [] }) }],
  [
    dashboardRun.exportDashcard,
    {
      params: (world) => ({ ...placed(world), format: 'csv' }),
      body: () => ({ parameters: [], format_rows: true }),
    },
  ],
]
