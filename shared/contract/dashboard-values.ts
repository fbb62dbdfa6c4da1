import { z } from 'zod'
import { idInPath, idsInQuery } from './common.ts'
import { queryMetadata } from './dataset.ts'
import { endpoint } from './endpoint.ts'
import { givenValue, searchedText, valueEntry, valueList } from './parameter-values.ts'

const run = {
  side: 'query',
  access: 'session',
  rate: 'query',
  tag: 'Dashboard',
  method: 'GET',
} as const

const parameter = { id: idInPath, key: z.string() }

/** Other filters by their ids, each with its value. */
const otherValues = z.object({}).catchall(givenValue)

export const listDashboardParameterValues = endpoint({
  ...run,
  path: '/api/dashboard/:id/params/:key/values',
  summary: 'The values of a filter of a dashboard; ?other=value narrows them, JSON lists do, too',
  params: z.object(parameter),
  query: otherValues,
  response: valueList,
})

export const searchDashboardParameterValues = endpoint({
  ...run,
  path: '/api/dashboard/:id/params/:key/search/:query',
  summary: 'Those of the values of a filter of a dashboard that have a text in them',
  params: z.object({ ...parameter, query: searchedText }),
  query: otherValues,
  response: valueList,
})

export const remapDashboardParameterValue = endpoint({
  ...run,
  path: '/api/dashboard/:id/params/:key/remapping',
  summary: 'A value of a filter of a dashboard with its label, or by itself',
  params: z.object(parameter),
  query: z.object({ value: z.string() }),
  response: valueEntry,
})

/** Each of them is looked up by itself. */
const mostFields = 50
const fields = idsInQuery.pipe(z.array(z.int()).max(mostFields))

export const listValidFilterFields = endpoint({
  ...run,
  rate: 'metadata',
  path: '/api/dashboard/params/valid-filter-fields',
  summary: 'Of each filtered field, by its id, those of the filtering ones that can narrow it',
  query: z.object({ filtered: fields, filtering: fields.optional() }),
  repeatable: ['filtered', 'filtering'],
  response: z.record(z.string(), z.array(z.int())),
})

export const getDashboardMetadata = endpoint({
  ...run,
  rate: 'metadata',
  path: '/api/dashboard/:id/query_metadata',
  summary: 'What one needs to know to build on the questions of a dashboard, as far as one may ask',
  params: z.object({ id: idInPath }),
  response: queryMetadata,
})

export const listRelatedToDashboard = endpoint({
  ...run,
  rate: 'metadata',
  path: '/api/dashboard/:id/related',
  summary: 'What else may be of interest: nothing is suggested here',
  params: z.object({ id: idInPath }),
  response: z.object({}),
})
