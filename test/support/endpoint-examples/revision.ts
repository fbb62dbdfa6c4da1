import * as revision from '../../../shared/contract/revision.ts'
import { makeDashboard } from './dashboard.ts'
import type { Examples } from './example.ts'

export const revisionExamples: Examples = [
  [revision.listRevisionsOfThing, { query: 'entity=card&id=1&limit=5' }],
  [revision.listDashboardRevisions, { params: ({ dashboard: { id } }) => ({ id }) }],
  [
    revision.revertToRevision,
    { body: ({ dashboard: { id } }) => ({ entity: 'dashboard', id, revision_id: 2 }) },
  ],
  [
    revision.revertDashboard,
    {
      params: async (world) => ({ id: (await makeDashboard(world)).id }),
      body: () => ({ revision_id: 1 }),
    },
  ],
]
