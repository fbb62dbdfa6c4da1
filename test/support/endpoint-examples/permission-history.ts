import * as history from '../../../shared/contract/permission-history.ts'
import type { Examples } from './example.ts'

/** User 1 is the admin, and database 1 the sample, whose first table has the id 1. */
export const permissionHistoryExamples: Examples = [
  [history.listRevisions, { query: 'group_id=1&limit=10' }],
  [history.listCollectionRevisions, { query: 'collection_id=root&limit=10' }],
  [history.diffGraph, { query: 'from=0' }],
  [
    history.revertGraph,
    { query: 'dry_run=true', body: () => ({ to_revision: 0, revision: 0, comment: 'As it was' }) },
  ],
  [history.explainAccess, { query: 'user_id=1&table_id=1' }],
  [history.listWhoCan, { query: 'database_id=1&native=true&level=write&limit=5' }],
  [history.reportAccess, { query: 'group_id=1&format=json' }],
]
