import type { CardContent, CardEvent } from '../events/card.ts'
import type { Decider, Message, Named } from '../kernel/decider.ts'
import { said } from '../kernel/said.ts'
import { firstVersion, nextVersion, type Versions } from '../kernel/versions.ts'

/** All there is to a saved question at one moment. */
export type CardState = CardContent & {
  readonly creatorId: number
  /** Null stands for the root. */
  readonly collectionId: number | null
  /** Put away itself; it also is while its collection is. */
  readonly archived: boolean
  readonly enableEmbedding: boolean
  readonly embeddingParams: CardContent['query'] | null
}

/** Every state a saved question has been in. */
export type CardVersions = Versions<CardState>

/** Some parts of a saved question; what is left out is not spoken of. */
export type CardParts = { readonly [P in keyof CardState]?: CardState[P] | undefined }

/** A new saved question. */
export const newCardState = ({
  cardId,
  ...card
}: Named<CardEvent, 'CardCreated'>['data']): CardState => ({
  ...card,
  archived: false,
  enableEmbedding: false,
  embeddingParams: null,
})

/** What each event makes of a saved question. */
export const cardAfter: Decider<CardVersions, Message, CardEvent>['evolve'] = {
  CardCreated: (_, data) => firstVersion(newCardState(data)),
  CardChanged: (versions, { cardId, restoredTo, ...changes }) =>
    nextVersion(versions, () => said(changes)),
  CardMoved: (versions, { to }) => nextVersion(versions, () => ({ collectionId: to })),
  CardEmbeddingChanged: (versions, { enabled, parameters }) =>
    nextVersion(versions, () => ({ enableEmbedding: enabled, embeddingParams: parameters })),
  CardDeleted: () => undefined,
}

/** How each part of a saved question is called by the API and in the read models. */
export const cardKeys = {
  name: 'name',
  description: 'description',
  type: 'type',
  display: 'display',
  query: 'dataset_query',
  visualizationSettings: 'visualization_settings',
  parameters: 'parameters',
  resultMetadata: 'result_metadata',
  cacheTtl: 'cache_ttl',
  collectionId: 'collection_id',
  archived: 'archived',
  enableEmbedding: 'enable_embedding',
  embeddingParams: 'embedding_params',
} as const satisfies Partial<Record<keyof CardState, string>>
