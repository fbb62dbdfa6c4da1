import type { CardState } from '../shared/cards/card-state.ts'
import type { createCard } from '../shared/contract/card.ts'
import type { BodyOf } from '../shared/contract/endpoint.ts'
import type { CardContent } from '../shared/events/card.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import type { QueryExaminer } from '../shared/ports/query-examiner.ts'
import { askedBy, newContent, parametersOf } from './card/content.ts'
import { cardDecider } from './card/decider.ts'
import { queryOf } from './card/same.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** What is saved of a question that somebody may ask. @throws {Refusal} 400, 403, 404, 413 */
export const examinedContent = async (
  queryExaminer: QueryExaminer,
  actor: Actor,
  body: BodyOf<typeof createCard>,
): Promise<CardContent> => {
  const { dataset_query: query } = body
  const parameters = parametersOf(query, body.parameters)
  const examined = await queryExaminer.examine(actor, askedBy(query, parameters))
  return newContent(body, parameters, examined)
}

/** What is saved of a copy of a question that somebody may ask. @throws {Refusal} 400, 403, 404 */
export const copiedContent = async (
  queryExaminer: QueryExaminer,
  actor: Actor,
  card: CardState,
): Promise<CardContent> => {
  const { reads } = await queryExaminer.examine(actor, askedBy(queryOf(card), card.parameters))
  const { archived, enableEmbedding, embeddingParams, creatorId, collectionId, ...content } = card
  return { ...content, reads }
}

export type NewCard = {
  readonly cardId: number
  readonly content: CardContent
  readonly collectionId: number | null
  readonly creatorId: number
}

/** Records a new question. */
export const recordCard = async (
  executor: Executor,
  { cardId, content, collectionId, creatorId }: NewCard,
): Promise<void> => {
  await executor.execute(streams.card(cardId), cardDecider, {
    type: 'CreateCard',
    data: { ...content, cardId, collectionId, creatorId },
  })
}
