import {
  type CardParts,
  type CardState,
  type CardVersions,
  cardAfter,
} from '../../shared/cards/card-state.ts'
import { refuseUnfitType } from '../../shared/cards/type-rules.ts'
import type { CardContent, CardEvent } from '../../shared/events/card.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { found, invalid, Refusal } from '../../shared/kernel/refusal.ts'
import { stateOf } from '../../shared/kernel/versions.ts'

type Created = Named<CardEvent, 'CardCreated'>['data']

/** What the question was when it was decided that somebody may have it ask what is wished. */
type Examined = { readonly examined?: CardState | undefined }

export type CardCommand =
  | { type: 'CreateCard'; data: Created }
  /** What is left out of the wishes stays as it is. */
  | { type: 'ChangeCard'; data: { cardId: number; wishes: CardParts } & Examined }
  | { type: 'RestoreCard'; data: { cardId: number; toVersion: number } & Examined }
  | { type: 'DeleteCard'; data: { cardId: number } }

/** What a version brings back: where a question stands and who may embed it is no part of that. */
const contentKeys = [
  'name',
  'description',
  'type',
  'display',
  'query',
  'reads',
  'visualizationSettings',
  'parameters',
  'resultMetadata',
  'cacheTtl',
] as const satisfies readonly (keyof CardContent)[]

const isEqual = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

/** The parts of these that would be another value than now. */
const differing = <K extends keyof CardState>(
  card: CardState,
  wishes: CardParts,
  keys: readonly K[],
): Partial<Pick<CardState, K>> =>
  Object.fromEntries(
    keys
      .filter((key) => wishes[key] !== undefined && !isEqual(wishes[key], card[key]))
      .map((key) => [key, wishes[key]]),
  ) as Partial<Pick<CardState, K>>

const isSome = (changes: object) => Object.keys(changes).length > 0

const asks = ({ query, parameters }: CardState) => ({ query, parameters })

/**
 * Rights to a query and its parameters are looked at together, beside what they are at that time.
 * @throws {Refusal} 409 where somebody else has changed either since
 */
const refuseUnexamined = (card: CardState, changes: CardParts, { examined = card }: Examined) => {
  const isAboutRights = changes.query !== undefined || changes.parameters !== undefined
  if (!isAboutRights || isEqual(asks(examined), asks(card))) return
  const why = 'Somebody else has just changed what this question asks. Read it again.'
  throw new Refusal('conflict', why)
}

const changed = (
  cardId: number,
  card: CardState,
  wishes: CardParts,
  examined: Examined,
): CardEvent[] => {
  const changes = differing(card, wishes, [...contentKeys, 'archived'])
  refuseUnexamined(card, changes, examined)
  if (changes.type ?? changes.query) refuseUnfitType({ ...card, ...changes })
  return isSome(changes) ? [{ type: 'CardChanged', data: { cardId, ...changes } }] : []
}

const moved = (cardId: number, card: CardState, { collectionId: to }: CardParts): CardEvent[] => {
  const { collectionId: from } = card
  return to === undefined || to === from ? [] : [{ type: 'CardMoved', data: { cardId, from, to } }]
}

const embedded = (cardId: number, card: CardState, wishes: CardParts): CardEvent[] => {
  if (!isSome(differing(card, wishes, ['enableEmbedding', 'embeddingParams']))) return []
  const { enableEmbedding: enabled = card.enableEmbedding } = wishes
  const { embeddingParams: parameters = card.embeddingParams } = wishes
  return [{ type: 'CardEmbeddingChanged', data: { cardId, enabled, parameters } }]
}

const current = (versions: CardVersions): CardState => found(versions?.latest, 'Card')

/** A version of the past. @throws {Refusal} 404 without the question, 400 without the version. */
export const versionOf = (versions: CardVersions, version: number): CardState => {
  const { version: newest } = found(versions, 'Card')
  const state = stateOf(versions, version)
  if (state) return state
  throw invalid('to_version', `There is no version ${version}; the newest is ${newest}.`)
}

/** Saved questions: every fact is a version, and any version's content can come back. */
export const cardDecider: Decider<CardVersions, CardCommand, CardEvent> = {
  initial: undefined,
  decide: {
    CreateCard: (data, versions) => {
      refuseUnfitType(data)
      return versions ? [] : [{ type: 'CardCreated', data }]
    },
    ChangeCard: ({ cardId, wishes, examined }, versions) => {
      const card = current(versions)
      return [
        ...changed(cardId, card, wishes, { examined }),
        ...moved(cardId, card, wishes),
        ...embedded(cardId, card, wishes),
      ]
    },
    RestoreCard: ({ cardId, toVersion, examined }, versions) => {
      const card = current(versions)
      const changes = differing(card, versionOf(versions, toVersion), contentKeys)
      refuseUnexamined(card, changes, { examined })
      if (!isSome(changes)) return []
      return [{ type: 'CardChanged', data: { cardId, ...changes, restoredTo: toVersion } }]
    },
    DeleteCard: (data, versions) => {
      current(versions)
      return [{ type: 'CardDeleted', data }]
    },
  },
  evolve: cardAfter,
}
