import * as save from '../../../shared/contract/dashboard-save.ts'
import * as values from '../../../shared/contract/dashboard-values.ts'
import { someCard } from './card.ts'
import type { Examples, World } from './example.ts'

/** The filter that the shared dashboard declares. */
const declared = ({ shared }: World) => ({ id: shared.dashboardId, key: 'which', query: '1' })

const theDashboard = ({ dashboard: { id } }: World) => ({ id })

const wholeDashboard = (world: World) => ({
  name: 'All at once',
  tabs: [{ id: 7, name: 'First' }],
  dashcards: [
    {
      card: someCard(world),
      series: [{ id: world.cardId }],
      dashboard_tab_id: 7,
      row: 0,
      col: 0,
      size_x: 4,
      size_y: 4,
    },
  ],
})

export const dashboardValuesExamples: Examples = [
  [save.saveDashboard, { body: wholeDashboard }],
  [
    save.saveDashboardIn,
    {
      params: async ({ admin }) => {
        const { body } = await admin.post('/api/collection', { name: 'All at once' })
        return { id: body.id }
      },
      body: wholeDashboard,
    },
  ],
  [values.listDashboardParameterValues, { params: declared }],
  [values.searchDashboardParameterValues, { params: declared }],
  [values.remapDashboardParameterValue, { params: declared, query: 'value=1' }],
  [values.listValidFilterFields, { query: 'filtered=1&filtering=1&filtering=2' }],
  [values.getDashboardMetadata, { params: theDashboard }],
  [values.listRelatedToDashboard, { params: theDashboard }],
]
