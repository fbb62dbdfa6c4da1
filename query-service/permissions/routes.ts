import * as contract from '../../shared/contract/permission-history.ts'
import { on, type QueryRoute } from '../context.ts'
import { answerDiff } from './diff.ts'
import { answerExplain } from './explain.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { answerReport } from './report.ts'
import { answerCollectionRevisions, answerRevisions } from './revisions.ts'
import { answerWhoCan } from './who-can.ts'

export type { PermissionHistoryDependencies }

/** What auditors ask; all of it comes from the history of access, so it is never stale. */
export const permissionHistoryRoutes = (
  dependencies: PermissionHistoryDependencies,
): readonly QueryRoute[] => [
  on(contract.listRevisions, ({ query }, { views, header }) =>
    answerRevisions(dependencies, views, query, header),
  ),
  on(contract.listCollectionRevisions, ({ query }, { views, header }) =>
    answerCollectionRevisions(dependencies, views, query, header),
  ),
  on(contract.diffGraph, ({ query }, { views }) => answerDiff(dependencies, views, query)),
  on(contract.explainAccess, ({ query }, { views }) => answerExplain(dependencies, views, query)),
  on(contract.listWhoCan, ({ query }, { views, header }) =>
    answerWhoCan(dependencies, views, query, header),
  ),
  on(contract.reportAccess, ({ query }, { views }) => answerReport(dependencies, views, query)),
]
