import type { Download, QueryOf } from '../../shared/contract/endpoint.ts'
import type { reportAccess } from '../../shared/contract/permission-history.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { namesAt } from '../../shared/permissions/history/names.ts'
import { type ReviewRow, review } from '../../shared/permissions/history/review.ts'
import type { Views } from '../context.ts'
import type { ExportRow } from '../engine/export/exporter.ts'
import { exporters } from '../engine/export/exporters.ts'
import { exportFileName } from '../engine/export/file-name.ts'
import { untilFirstChunk } from '../engine/export/first-chunk.ts'
import { lookAt, type PermissionHistoryDependencies } from './look.ts'
import { type ReportNames, reportColumns, reportRow } from './report-row.ts'

/** Rows handed over at a time. */
const batchSize = 1_000

/** Synchronous work in pieces: the exporters let others have a turn between them. */
async function* inBatches(
  rows: Iterable<ReviewRow>,
  toRow: (row: ReviewRow) => ExportRow,
): AsyncGenerator<readonly ExportRow[]> {
  let batch: ExportRow[] = []
  for (const row of rows) {
    batch.push(toRow(row))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Everybody's name and address: a report is about all of them. */
const loadEverybody = async (views: Views) => {
  const users = await views.selectFrom('users').select(['id', 'common_name', 'email']).execute()
  return {
    people: new Map(users.map(({ id, common_name }) => [id, common_name])),
    emails: new Map(users.map(({ id, email }) => [id, email])),
  }
}

/** Streams the access review into a file; formulas in names are as harmless as in other exports. */
export const answerReport = async (
  dependencies: PermissionHistoryDependencies,
  views: Views,
  { as_of, group_id, format }: QueryOf<typeof reportAccess>,
): Promise<Download> => {
  const { history, state } = await lookAt(dependencies, as_of)
  const isKnown = group_id === undefined || state.groupName(group_id) !== undefined
  refuseUnless(isKnown, 'not-found', `Group not found${as_of ? ' at that moment' : ''}.`)
  const { emails, people } = await loadEverybody(views)
  const names: ReportNames = { ...namesAt(history.ledger, state.position, people), emails }
  const batches = inBatches(review(history, state, group_id), (row) =>
    reportRow(history, state.position, row, names),
  )
  const exporter = exporters[format]
  const write = await untilFirstChunk((sink) =>
    exporter.write({ columns: reportColumns, batches }, sink, { formatRows: false }),
  )
  const { extension } = exporter
  return {
    contentType: format === 'json' ? 'application/json; charset=utf-8' : exporter.contentType,
    fileName: exportFileName({ name: 'access review', at: dependencies.now(), extension }),
    write: async (sink) => void (await write(sink)),
  }
}
