import type { CardState } from '../../shared/cards/card-state.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import { isolated } from '../../shared/kernel/isolated.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { Names } from '../../shared/permissions/history/names.ts'
import { dayText } from '../../shared/permissions/history/sentence.ts'
import type { Version } from '../../shared/ports/version-histories.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { presentActor } from './present.ts'

/** A saved question and where it was: whoever sees its collection sees it (decision P7). */
export type PlacedCard = {
  readonly id: number
  readonly name: string
  /** The version by which it came to the collection. */
  readonly placed: Version<CardState>
}

type Asked<Q extends ResourceQuery> = { readonly query: Q; readonly card?: PlacedCard }

/** The version at a moment; a revision is one of the collection graph. */
const versionAt = (
  versions: readonly Version<CardState>[],
  { collectionRevisions }: AccessHistory,
  asOf: AsOf | undefined,
): Version<CardState> | undefined => {
  if (asOf === undefined) return versions.at(-1)
  const time = asOf.kind === 'time' ? asOf.time : collectionRevisions[asOf.revision - 1]?.since.at
  return time === undefined ? undefined : versions.findLast(({ at }) => at <= time)
}

/**
 * A question about a saved question, turned into one about its collection.
 * @throws {Refusal} 404 for a saved question that was not there at that moment.
 */
export const cardAsked = async <Q extends ResourceQuery>(
  { accessHistories, cardHistories }: PermissionHistoryDependencies,
  { card_id, ...query }: Q,
): Promise<Asked<Q>> => {
  if (card_id === undefined) return { query: query as Q }
  const versions = await cardHistories.of(card_id)
  const version = found(versionAt(versions, await accessHistories.current(), query.as_of), 'Card')
  const { name, collectionId } = version.state
  const earlier = versions.slice(0, versions.indexOf(version) + 1)
  const elsewhere = earlier.findLastIndex(({ state }) => state.collectionId !== collectionId)
  return {
    query: { ...query, collection_id: collectionId ?? 'root' } as unknown as Q,
    card: { id: card_id, name, placed: earlier[elsewhere + 1] ?? version },
  }
}

/** What the answer says of the saved question beside the collection it is in. */
export const presentCard = ({ id, name, placed }: PlacedCard, names: Names) => ({
  id,
  name,
  in_collection_since: {
    at: placed.at,
    actor: presentActor(placed.actor, names),
  },
})

/** `Revenue is in collection Finance since 3 May 2026 (by Grace). …` */
export const withCard = (
  card: PlacedCard | undefined,
  collection: string,
  names: Names,
  sentence: string,
): string => {
  if (!card) return sentence
  const { name, placed } = card
  const by = isolated(names.actor(placed.actor))
  return `${isolated(name)} is in ${isolated(collection)} since ${dayText(placed)} (by ${by}). ${sentence}`
}
