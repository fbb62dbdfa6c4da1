import { withTagParameters } from '../../shared/cards/tag-parameters.ts'
import type { createCard, updateCard } from '../../shared/contract/card.ts'
import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { BodyOf } from '../../shared/contract/endpoint.ts'
import { valuesCardOf } from '../../shared/contract/parameter-values.ts'
import type { CardContent } from '../../shared/events/card.ts'
import type { ExaminedQuery } from '../../shared/ports/query-examiner.ts'

type Created = BodyOf<typeof createCard>
type Updated = BodyOf<typeof updateCard>

/** What a parameter lets people read: its column, and those of a question its values come from. */
const readBy = (parameter: CardContent['parameters'][number]) => ({
  target: parameter.target,
  ...valuesCardOf(parameter),
})

/**
 * What a question asks, and could be made to ask by a value of a parameter it declares: who saves one
 * needs the right to all of it, since who runs it needs none.
 */
export const askedBy = (
  query: DatasetQuery,
  parameters: CardContent['parameters'] | null | undefined,
): DatasetQuery => ({
  ...query,
  parameters: [...(query.parameters ?? []), ...(parameters ?? []).map(readBy)],
})

/** The JSON in it as it will be recorded: without what is undefined. */
const plain = (query: object): CardContent['query'] => JSON.parse(JSON.stringify(query))

/** The parameters of a question that asks this, given those its client says it has. */
export const parametersOf = (
  query: DatasetQuery,
  said: CardContent['parameters'] | null | undefined,
): CardContent['parameters'] => withTagParameters(plain(query), said ?? [])

type Told = Pick<Created, 'result_metadata'>

/** The columns its client tells, or else those of the query: an answer without any there is not. */
const columnsOf = async ({ result_metadata: told }: Told, { columns }: ExaminedQuery) =>
  told && told.length > 0 ? told : columns()

/** What is saved of a new question. */
export const newContent = async (
  body: Created,
  parameters: CardContent['parameters'],
  examined: ExaminedQuery,
): Promise<CardContent> => ({
  name: body.name,
  description: body.description ?? null,
  type: body.type ?? 'question',
  display: body.display,
  query: plain(body.dataset_query),
  reads: examined.reads,
  visualizationSettings: body.visualization_settings,
  parameters,
  resultMetadata: await columnsOf(body, examined),
  cacheTtl: body.cache_ttl ?? null,
})

const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: NonNullable<T[K]> }

/** What is wanted of a question; null says something of a description and a cache only. */
export const changedContent = async (
  body: Updated,
  parameters: CardContent['parameters'] | undefined,
  examined: ExaminedQuery | undefined,
): Promise<Partial<CardContent>> => ({
  ...withoutNulls({
    name: body.name,
    type: body.type,
    display: body.display,
    query: body.dataset_query && plain(body.dataset_query),
    visualizationSettings: body.visualization_settings,
    parameters,
    resultMetadata: body.result_metadata,
  }),
  ...(examined && {
    reads: examined.reads,
    resultMetadata: await columnsOf(body, examined),
  }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.cache_ttl !== undefined && { cacheTtl: body.cache_ttl }),
})
