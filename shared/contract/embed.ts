import { z } from 'zod'
import { flagInQuery, idInPath } from './common.ts'
import { exportFormats } from './dataset.ts'
import { download, endpoint } from './endpoint.ts'
import { givenValue, searchedText, valueEntry, valueList } from './parameter-values.ts'
import { publicCardRecord, publicDashboardRecord, publicResultRecord } from './public-records.ts'

const read = {
  side: 'query',
  access: 'anyone',
  rate: 'embed',
  tag: 'Embedding',
  method: 'GET',
  manyValues: true,
} as const

/** What an address says of a parameter: one value, or several, as a JSON list or one by one. */
const addressValue = givenValue.or(z.array(z.string()))

/** Values of parameters by their slugs; what the token or the thing does not let one say is refused. */
const given = z.object({}).catchall(addressValue)

const givenForFile = z
  .object({
    format_rows: flagInQuery.optional(),
    pivot_results: flagInQuery.optional(),
    csv_include_bom: flagInQuery.optional(),
  })
  .catchall(addressValue)

const signed = { token: z.string() }
const parameter = { ...signed, key: z.string() }
const placed = { ...signed, dashcardId: idInPath, cardId: idInPath }
const format = { format: z.enum(exportFormats) }
const labelled = z.object({ value: z.string() }).catchall(addressValue)

const card = '/api/embed/card/:token'
const dashboard = '/api/embed/dashboard/:token'
const place = '/dashcard/:dashcardId/card/:cardId'

export const getEmbeddedCard = endpoint({
  ...read,
  path: card,
  summary:
    'A question embedded by a signed token, without what it asks; locked filters are not told',
  params: z.object(signed),
  query: given,
  response: publicCardRecord,
})

export const runEmbeddedCard = endpoint({
  ...read,
  path: `${card}/query`,
  summary: 'Its result, with the values of the token and ?slug=value of those that are enabled',
  params: z.object(signed),
  query: given,
  response: publicResultRecord,
})

export const runEmbeddedCardPivot = endpoint({
  ...read,
  path: '/api/embed/pivot/card/:token/query',
  summary: 'The same as the pivot table that its visualization settings describe',
  params: z.object(signed),
  query: given,
  response: publicResultRecord,
})

export const exportEmbeddedCard = endpoint({
  ...read,
  path: `${card}/query/:format`,
  summary: 'The same as a download: csv, xlsx or json',
  params: z.object({ ...signed, ...format }),
  query: givenForFile,
  response: download,
})

export const listEmbeddedCardParameterValues = endpoint({
  ...read,
  path: `${card}/params/:key/values`,
  summary:
    'The values of an enabled parameter of an embedded question, as far as the token lets see',
  params: z.object(parameter),
  query: given,
  response: valueList,
})

export const searchEmbeddedCardParameterValues = endpoint({
  ...read,
  path: `${card}/params/:key/search/:query`,
  summary: 'Those of the values of a parameter of an embedded question that have a text in them',
  params: z.object({ ...parameter, query: searchedText }),
  query: given,
  response: valueList,
})

export const remapEmbeddedCardParameterValue = endpoint({
  ...read,
  path: `${card}/params/:key/remapping`,
  summary: 'A value of a parameter of an embedded question with its label, or by itself',
  params: z.object(parameter),
  query: labelled,
  response: valueEntry,
})

export const getEmbeddedDashboard = endpoint({
  ...read,
  path: dashboard,
  summary:
    'A dashboard embedded by a signed token, without what its questions ask, locked filters, and the ' +
    'cards that a locked filter says nothing of',
  params: z.object(signed),
  query: given,
  response: publicDashboardRecord,
})

export const runEmbeddedDashcard = endpoint({
  ...read,
  path: `${dashboard}${place}`,
  summary: 'The result of a question where it stands on an embedded dashboard',
  params: z.object(placed),
  query: given,
  response: publicResultRecord,
})

export const runEmbeddedDashcardPivot = endpoint({
  ...read,
  path: `/api/embed/pivot/dashboard/:token${place}`,
  summary: 'The same as the pivot table that its visualization settings describe',
  params: z.object(placed),
  query: given,
  response: publicResultRecord,
})

export const exportEmbeddedDashcard = endpoint({
  ...read,
  path: `${dashboard}${place}/:format`,
  summary: 'The same as a download: csv, xlsx or json',
  params: z.object({ ...placed, ...format }),
  query: givenForFile,
  response: download,
})

export const listEmbeddedDashboardParameterValues = endpoint({
  ...read,
  path: `${dashboard}/params/:key/values`,
  summary:
    'The values of an enabled parameter of an embedded dashboard, as far as the token lets see',
  params: z.object(parameter),
  query: given,
  response: valueList,
})

export const searchEmbeddedDashboardParameterValues = endpoint({
  ...read,
  path: `${dashboard}/params/:key/search/:query`,
  summary: 'Those of the values of a parameter of an embedded dashboard that have a text in them',
  params: z.object({ ...parameter, query: searchedText }),
  query: given,
  response: valueList,
})

export const remapEmbeddedDashboardParameterValue = endpoint({
  ...read,
  path: `${dashboard}/params/:key/remapping`,
  summary: 'A value of a parameter of an embedded dashboard with its label, or by itself',
  params: z.object(parameter),
  query: labelled,
  response: valueEntry,
})
