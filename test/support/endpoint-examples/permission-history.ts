import * as history from '../../../shared/contract/permission-history.ts'
import type { Examples } from './example.ts'

export const permissionHistoryExamples: Examples = [
  [history.listRevisions, { query: 'group_id=1&limit=10' }],
  [history.listCollectionRevisions, { query: 'collection_id=root&limit=10' }],
  [history.diffGraph, { query: 'from=0' }],
  [
    history.revertGraph,
    { query: 'dry_run=true', body: () => ({ to_revision: 0, revision: 0, comment: 'As it was' }) },
  ],
  [
    history.explainAccess,
    { query: ({ adminId, tableId }) => `user_id=${adminId}&table_id=${tableId}` },
  ],
  [
    history.listWhoCan,
    { query: ({ databaseId }) => `database_id=${databaseId}&native=true&level=write&limit=5` },
  ],
  [history.reportAccess, { query: 'group_id=1&format=json' }],
]
