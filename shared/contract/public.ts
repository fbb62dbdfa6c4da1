import { z } from 'zod'
import { exportCard } from './card.ts'
import { flagInQuery, idInPath } from './common.ts'
import { exportFormats, jsonText, queryParameter } from './dataset.ts'
import { download, endpoint } from './endpoint.ts'
import { givenValue, searchedText, valueEntry, valueList } from './parameter-values.ts'
import { publicCardRecord, publicDashboardRecord, publicResultRecord } from './public-records.ts'

const read = {
  side: 'query',
  access: 'anyone',
  rate: 'public',
  tag: 'Public',
  method: 'GET',
} as const

const uuid = { uuid: z.uuid().toLowerCase() }
const parameter = { ...uuid, key: z.string() }
const placed = { ...uuid, dashcardId: idInPath, cardId: idInPath }
const format = { format: z.enum(exportFormats) }

const card = '/api/public/card/:uuid'
const dashboard = '/api/public/dashboard/:uuid'
const place = '/dashcard/:dashcardId/card/:cardId'

/** Other parameters by their ids, each with its value. */
const otherValues = z.object({}).catchall(givenValue)

/** What fits into any address. */
const longestText = 8_000

/** `[{id, value}]` as JSON text; what else is said of a parameter is not listened to. */
const parameters = z
  .string()
  .max(longestText, `must have at most ${longestText} characters`)
  .transform((text): unknown => text)
  .pipe(jsonText(z.array(queryParameter).nullable()))
  .optional()

const asked = z.object({ parameters, ignore_cache: flagInQuery.optional() })

const fileAsked = z.object({
  parameters,
  format_rows: flagInQuery.optional(),
  pivot_results: flagInQuery.optional(),
  csv_include_bom: flagInQuery.optional(),
})

export const getPublicCard = endpoint({
  ...read,
  path: card,
  summary: 'A question shared by a link, without what it asks',
  params: z.object(uuid),
  response: publicCardRecord,
})

export const runPublicCard = endpoint({
  ...read,
  path: `${card}/query`,
  summary: 'Its result; `parameters` is a JSON list of {id, value}',
  params: z.object(uuid),
  query: asked,
  response: publicResultRecord,
})

export const runPublicCardPivot = endpoint({
  ...read,
  path: '/api/public/pivot/card/:uuid/query',
  summary: 'The same as the pivot table that its visualization settings describe',
  params: z.object(uuid),
  query: asked,
  response: publicResultRecord,
})

export const exportPublicCard = endpoint({
  ...read,
  path: `${card}/query/:format`,
  summary: 'The same as a download: csv, xlsx or json',
  params: z.object({ ...uuid, ...format }),
  query: fileAsked,
  response: download,
})

export const listPublicCardParameterValues = endpoint({
  ...read,
  path: `${card}/params/:key/values`,
  summary: 'The values of a parameter of a shared question; ?other=value narrows them',
  params: z.object(parameter),
  query: otherValues,
  response: valueList,
})

export const searchPublicCardParameterValues = endpoint({
  ...read,
  path: `${card}/params/:key/search/:query`,
  summary: 'Those of the values of a parameter of a shared question that have a text in them',
  params: z.object({ ...parameter, query: searchedText }),
  query: otherValues,
  response: valueList,
})

export const remapPublicCardParameterValue = endpoint({
  ...read,
  path: `${card}/params/:key/remapping`,
  summary: 'A value of a parameter of a shared question with its label, or by itself',
  params: z.object(parameter),
  query: z.object({ value: z.string() }),
  response: valueEntry,
})

export const getPublicDashboard = endpoint({
  ...read,
  path: dashboard,
  summary:
    'A dashboard shared by a link, without what its questions ask; its texts say the values of ' +
    '`parameters`, a JSON list of {id, value}',
  params: z.object(uuid),
  query: z.object({ parameters }),
  response: publicDashboardRecord,
})

export const runPublicDashcard = endpoint({
  ...read,
  path: `${dashboard}${place}`,
  summary: 'The result of a question where it stands on a shared dashboard',
  params: z.object(placed),
  query: asked,
  response: publicResultRecord,
})

export const runPublicDashcardPivot = endpoint({
  ...read,
  path: `/api/public/pivot/dashboard/:uuid${place}`,
  summary: 'The same as the pivot table that its visualization settings describe',
  params: z.object(placed),
  query: asked,
  response: publicResultRecord,
})

export const exportPublicDashcard = endpoint({
  ...read,
  path: `${dashboard}${place}/:format`,
  summary: 'The same as a download: csv, xlsx or json',
  params: z.object({ ...placed, ...format }),
  query: fileAsked,
  response: download,
})

export const sendPublicDashcardExport = endpoint({
  ...read,
  method: 'POST',
  path: `${dashboard}${place}/:format`,
  summary: 'The same download, for more parameters than an address holds, also as a form',
  params: z.object({ ...placed, ...format }),
  form: true,
  body: exportCard.body,
  response: download,
})

export const listPublicDashboardParameterValues = endpoint({
  ...read,
  path: `${dashboard}/params/:key/values`,
  summary: 'The values of a parameter of a shared dashboard; ?other=value narrows them',
  params: z.object(parameter),
  query: otherValues,
  response: valueList,
})

export const searchPublicDashboardParameterValues = endpoint({
  ...read,
  path: `${dashboard}/params/:key/search/:query`,
  summary: 'Those of the values of a parameter of a shared dashboard that have a text in them',
  params: z.object({ ...parameter, query: searchedText }),
  query: otherValues,
  response: valueList,
})

export const remapPublicDashboardParameterValue = endpoint({
  ...read,
  path: `${dashboard}/params/:key/remapping`,
  summary: 'A value of a parameter of a shared dashboard with its label, or by itself',
  params: z.object(parameter),
  query: z.object({ value: z.string() }),
  response: valueEntry,
})
