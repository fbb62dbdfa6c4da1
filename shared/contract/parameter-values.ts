import { z } from 'zod'
import { idInBody, idInPath, idParams } from './common.ts'
import { queryParameter } from './dataset.ts'
import { endpoint } from './endpoint.ts'

const run = { side: 'query', access: 'session', rate: 'query' } as const

/** What a parameter is given: one value; many come as a list of them. */
export const parameterValue = z.union([z.string(), z.number(), z.boolean()])

const nullable = parameterValue.nullable()

/** A value one may choose, with what people call it where that is something else. */
export const valueEntry = z.tuple([nullable]).or(z.tuple([nullable, nullable]))
export type ValueEntry = z.infer<typeof valueEntry>

/**
 * Where the values of a parameter come from. Without a `values_source_type`: from the fields that
 * the request names, or the one the parameter is about.
 */
export const valuesParameter = queryParameter.extend({
  values_source_type: z.enum(['static-list', 'card']).nullish(),
  values_source_config: z
    .looseObject({
      /** Of a `static-list`. */
      values: z.array(nullable.or(valueEntry)).nullish(),
      /** Of a `card`: a saved question, and references to columns of its result. */
      card_id: idInBody.nullish(),
      value_field: z.json().optional(),
      label_field: z.json().optional(),
    })
    .nullish(),
})
export type ValuesParameter = z.infer<typeof valuesParameter>

/** What of a parameter says that its values are those of a saved question; of others, nothing. */
export const valuesCardOf = (parameter: unknown): ValuesParameter | undefined => {
  const { data } = valuesParameter.safeParse(parameter)
  const { card_id, value_field, label_field } = data?.values_source_config ?? {}
  if (data?.values_source_type !== 'card' || !card_id || value_field === undefined) return undefined
  return { values_source_type: 'card', values_source_config: { card_id, value_field, label_field } }
}

/** Each of them is asked for its values by a query of its own. */
const mostFields = 50

const asked = {
  parameter: valuesParameter,
  field_ids: z.array(idInBody).max(mostFields).nullish(),
}

/** Values of other parameters that narrow the list; those about unrelated tables do not. */
const narrowed = z.object({
  ...asked,
  parameters: z.array(queryParameter).max(mostFields).nullish(),
})

/** At most 1000, sorted; nulls and empty texts are none. */
const values = z.array(valueEntry)

/** Values one may choose, and whether there are more of them. */
export const valueList = z.object({ values, has_more_values: z.boolean() })
export type ValueList = z.infer<typeof valueList>

/** What a text is looked for by: it says something. */
export const searchedText = z
  .string()
  .max(1_000, 'must have at most 1000 characters')
  .refine((text) => text.trim() !== '', 'must not be blank')

export const listParameterValues = endpoint({
  ...run,
  tag: 'Dataset',
  method: 'POST',
  path: '/api/dataset/parameter/values',
  summary: 'The values one may choose for a parameter: [value] or [value, label] each',
  body: narrowed,
  response: values,
})

export const searchParameterValues = endpoint({
  ...run,
  tag: 'Dataset',
  method: 'POST',
  path: '/api/dataset/parameter/search/:query',
  summary: 'Those of the values whose label, or else whose value, has a text in it',
  params: z.object({ query: searchedText }),
  body: narrowed,
  response: values,
})

export const remapParameterValue = endpoint({
  ...run,
  tag: 'Dataset',
  method: 'POST',
  path: '/api/dataset/parameter/remapping',
  summary: 'A value with its label, or by itself where it has none',
  body: z.object({ ...asked, value: nullable }),
  response: valueEntry,
})

const ofCard = { ...run, tag: 'Card', method: 'GET' } as const
const cardParameter = { id: idInPath, key: z.string() }

const listOfValues = z.array(parameterValue)

/** Several values stand in one text as a JSON list; anything else is the one value it says. */
export const givenValue = z.string().transform((text): z.infer<typeof listOfValues> | string => {
  try {
    return listOfValues.parse(JSON.parse(text))
  } catch {
    return text
  }
})

/** Other parameters by their ids, each with its value. */
const otherValues = z.object({}).catchall(givenValue)

export const listCardParameterValues = endpoint({
  ...ofCard,
  path: '/api/card/:id/params/:key/values',
  summary: 'The values of a parameter of a question; ?other=value narrows them, JSON lists do, too',
  params: z.object(cardParameter),
  query: otherValues,
  response: valueList,
})

export const searchCardParameterValues = endpoint({
  ...ofCard,
  path: '/api/card/:id/params/:key/search/:query',
  summary: 'Those of the values of a parameter of a question that have a text in them',
  params: z.object({ ...cardParameter, query: searchedText }),
  query: otherValues,
  response: valueList,
})

export const remapCardParameterValue = endpoint({
  ...ofCard,
  path: '/api/card/:id/params/:key/remapping',
  summary: 'A value of a parameter of a question with its label, or by itself',
  params: z.object(cardParameter),
  query: z.object({ value: z.string() }),
  response: valueEntry,
})

const ofField = { ...run, tag: 'Field', method: 'GET' } as const

const limitInQuery = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')
  .transform(Number)

export const searchField = endpoint({
  ...ofField,
  path: '/api/field/:id/search/:searchId',
  summary: 'Values of a field in the rows where another field of its table has a text in it',
  params: idParams.extend({ searchId: idInPath }),
  query: z.object({ value: searchedText.optional(), limit: limitInQuery.optional() }),
  response: z.array(z.tuple([nullable, nullable]).readonly()),
})

export const remapFieldValue = endpoint({
  ...ofField,
  path: '/api/field/:id/remapping/:remapId',
  summary: 'A value of a field, and what another field of its table says there; [] for no such row',
  params: idParams.extend({ remapId: idInPath }),
  query: z.object({ value: z.string() }),
  response: z.tuple([nullable, nullable]).or(z.tuple([])).readonly(),
})
