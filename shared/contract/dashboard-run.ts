import { z } from 'zod'
import { exportCard, runCard } from './card.ts'
import { idInPath } from './common.ts'
import { exportFormats, queryResult } from './dataset.ts'
import { download, endpoint } from './endpoint.ts'

const run = {
  side: 'query',
  access: 'session',
  rate: 'query',
  tag: 'Dashboard',
  method: 'POST',
} as const

const placed = { id: idInPath, dashcardId: idInPath, cardId: idInPath }
const card = '/:id/dashcard/:dashcardId/card/:cardId/query'

export const runDashcard = endpoint({
  ...run,
  path: `/api/dashboard${card}`,
  summary: 'Run a saved question where it stands on a dashboard, with values of its filters',
  params: z.object(placed),
  body: runCard.body,
  response: queryResult,
})

export const runDashcardPivot = endpoint({
  ...run,
  path: `/api/dashboard/pivot${card}`,
  summary: 'The same as the pivot table that its visualization settings describe',
  params: z.object(placed),
  body: runCard.body,
  response: queryResult,
})

export const exportDashcard = endpoint({
  ...run,
  path: `/api/dashboard${card}/:format`,
  summary: 'The same as a download: csv, xlsx or json',
  params: z.object({ ...placed, format: z.enum(exportFormats) }),
  form: true,
  body: exportCard.body,
  response: download,
})
