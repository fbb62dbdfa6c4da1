import type { CardState } from '../../shared/cards/card-state.ts'
import type { createCard, updateCard } from '../../shared/contract/card.ts'
import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { BodyOf } from '../../shared/contract/endpoint.ts'
import type { CardContent } from '../../shared/events/card.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { maxEventBytes } from '../../shared/ports/event-store.ts'
import type { ExaminedQuery } from '../../shared/ports/query-examiner.ts'

type Created = BodyOf<typeof createCard>
type Updated = BodyOf<typeof updateCard>

/** What an event holds besides a question. */
const bytesAround = 8 * 1024

/** @throws {Refusal} 413 for a question that no event can hold. */
const fitting = <C extends Partial<CardContent>>(content: C): C => {
  if (Buffer.byteLength(JSON.stringify(content)) <= maxEventBytes - bytesAround) return content
  throw new Refusal('payload-too-large', 'This question is too large to be saved.')
}

/**
 * What a question asks, and could be made to ask by a value of a parameter it declares: who saves one
 * needs the right to all of it, since who runs it needs none.
 */
export const askedBy = (
  query: DatasetQuery,
  parameters: CardContent['parameters'] | null | undefined,
): DatasetQuery => ({
  ...query,
  parameters: [
    ...(query.parameters ?? []),
    ...(parameters ?? []).map(({ target }) => ({ target })),
  ],
})

/** The JSON in it as it will be recorded: without what is undefined. */
const plain = (query: object): CardContent['query'] => JSON.parse(JSON.stringify(query))

/** What is saved of a new question; columns its client does not tell are those of its query. */
export const newContent = (body: Created, { reads, columns }: ExaminedQuery): CardContent =>
  fitting({
    name: body.name,
    description: body.description ?? null,
    type: body.type ?? 'question',
    display: body.display,
    query: plain(body.dataset_query),
    reads,
    visualizationSettings: body.visualization_settings,
    parameters: body.parameters ?? [],
    resultMetadata: body.result_metadata ?? columns,
    cacheTtl: body.cache_ttl ?? null,
  })

const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: NonNullable<T[K]> }

/** What is wanted of a question; null says something of a description and a cache only. */
export const changedContent = (
  body: Updated,
  examined: ExaminedQuery | undefined,
): Partial<CardContent> =>
  fitting({
    ...withoutNulls({
      name: body.name,
      type: body.type,
      display: body.display,
      query: body.dataset_query && plain(body.dataset_query),
      visualizationSettings: body.visualization_settings,
      parameters: body.parameters,
    }),
    ...(examined && { reads: examined.reads, resultMetadata: examined.columns }),
    ...(body.result_metadata && { resultMetadata: body.result_metadata }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.cache_ttl !== undefined && { cacheTtl: body.cache_ttl }),
  })

/** How a question is to be embedded. @throws {Refusal} 403 for a change by anybody but an admin. */
export const wantedEmbedding = (
  card: CardState,
  body: Updated,
  isSuperuser: boolean,
): Pick<CardState, 'enableEmbedding' | 'embeddingParams'> => {
  const enableEmbedding = body.enable_embedding ?? card.enableEmbedding
  const { embedding_params: embeddingParams = card.embeddingParams } = body
  const isSame =
    enableEmbedding === card.enableEmbedding &&
    canonicalJson(embeddingParams) === canonicalJson(card.embeddingParams)
  refuseUnless(isSame || isSuperuser, 'forbidden', 'Only an admin may say what is embedded.')
  return { enableEmbedding, embeddingParams }
}
