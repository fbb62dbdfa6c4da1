import type { CardContent, CardEvent } from '../events/card.ts'
import type { Decider, Message } from '../kernel/decider.ts'

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

/** Every state a saved question has been in; version 1 comes first. Empty: there is none. */
export type CardVersions = readonly CardState[]

/** Some parts of a saved question; what is left out is not spoken of. */
export type CardParts = { readonly [P in keyof CardState]?: CardState[P] | undefined }

const said = (parts: CardParts): Partial<CardState> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

const next = (versions: CardVersions, change: CardParts): CardVersions => {
  const last = versions.at(-1)
  return last ? [...versions, { ...last, ...said(change) }] : versions
}

/** What each event makes of a saved question. */
export const cardAfter: Decider<CardVersions, Message, CardEvent>['evolve'] = {
  CardCreated: (_, { cardId, ...card }) => [
    { ...card, archived: false, enableEmbedding: false, embeddingParams: null },
  ],
  CardChanged: (versions, { cardId, restoredTo, ...changes }) => next(versions, changes),
  CardMoved: (versions, { to }) => next(versions, { collectionId: to }),
  CardEmbeddingChanged: (versions, { enabled, parameters }) =>
    next(versions, { enableEmbedding: enabled, embeddingParams: parameters }),
  CardDeleted: () => [],
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
