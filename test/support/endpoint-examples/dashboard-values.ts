import * as values from '../../../shared/contract/dashboard-values.ts'
import type { Examples, World } from './example.ts'

/** The filter that the shared dashboard declares. */
const declared = ({ shared }: World) => ({ id: shared.dashboardId, key: 'which', query: '1' })

const theDashboard = ({ dashboard: { id } }: World) => ({ id })

export const dashboardValuesExamples: Examples = [
  [values.listDashboardParameterValues, { params: declared }],
  [values.searchDashboardParameterValues, { params: declared }],
  [values.remapDashboardParameterValue, { params: declared, query: 'value=1' }],
  [values.listValidFilterFields, { query: 'filtered=1&filtering=1&filtering=2' }],
  [values.getDashboardMetadata, { params: theDashboard }],
  [values.listRelatedToDashboard, { params: theDashboard }],
]
