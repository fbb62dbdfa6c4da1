import type { AsOf } from '../../shared/contract/as-of.ts'
import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import { isolated } from '../../shared/kernel/isolated.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { Names } from '../../shared/permissions/history/names.ts'
import { dayText } from '../../shared/permissions/history/sentence.ts'
import type { Version, VersionHistories } from '../../shared/ports/version-histories.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { presentActor } from './present.ts'

/** What the permissions of a saved thing are read from. */
type Placed = { readonly name: string; readonly collectionId: number | null }

type Kind = 'card' | 'dashboard'

/** Something saved and where it was: whoever sees its collection sees it (decision P7). */
export type PlacedThing = {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  /** The version by which it came to the collection. */
  readonly placed: Version<Placed>
}

type Asked<Q extends ResourceQuery> = { readonly query: Q; readonly saved?: PlacedThing }

const what: { readonly [K in Kind]: string } = { card: 'Card', dashboard: 'Dashboard' }

/** The version at a moment; a revision is one of the collection graph. */
const versionAt = (
  versions: readonly Version<Placed>[],
  { collectionRevisions }: AccessHistory,
  asOf: AsOf | undefined,
): Version<Placed> | undefined => {
  if (asOf === undefined) return versions.at(-1)
  const time = asOf.kind === 'time' ? asOf.time : collectionRevisions[asOf.revision - 1]?.since.at
  return time === undefined ? undefined : versions.findLast(({ at }) => at <= time)
}

/**
 * A question about a saved question or a dashboard, turned into one about its collection.
 * @throws {Refusal} 404 for what was not there at that moment.
 */
export const savedAsked = async <Q extends ResourceQuery>(
  { accessHistories, cardHistories, dashboardHistories }: PermissionHistoryDependencies,
  { card_id: cardId, dashboard_id: dashboardId, ...query }: Q,
): Promise<Asked<Q>> => {
  const histories: Record<Kind, VersionHistories<Placed>> = {
    card: cardHistories,
    dashboard: dashboardHistories,
  }
  const kind = cardId === undefined ? 'dashboard' : 'card'
  const id = cardId ?? dashboardId
  if (id === undefined) return { query: query as unknown as Q }
  const versions = await histories[kind].of(id)
  const history = await accessHistories.current()
  const version = found(versionAt(versions, history, query.as_of), what[kind])
  const { name, collectionId } = version.state
  const earlier = versions.slice(0, versions.indexOf(version) + 1)
  const elsewhere = earlier.findLastIndex(({ state }) => state.collectionId !== collectionId)
  return {
    query: { ...query, collection_id: collectionId ?? 'root' } as unknown as Q,
    saved: { kind, id, name, placed: earlier[elsewhere + 1] ?? version },
  }
}

/** What the answer says of the saved thing beside the collection it is in. */
export const presentSaved = (saved: PlacedThing | undefined, names: Names) => {
  if (!saved) return {}
  const { kind, id, name, placed } = saved
  const since = { at: placed.at, actor: presentActor(placed.actor, names) }
  return { [kind]: { id, name, in_collection_since: since } }
}

/** `Revenue is in collection Finance since 3 May 2026 (by Grace). …` */
export const withSaved = (
  saved: PlacedThing | undefined,
  collection: string,
  names: Names,
  sentence: string,
): string => {
  if (!saved) return sentence
  const { name, placed } = saved
  const by = isolated(names.actor(placed.actor))
  return `${isolated(name)} is in ${isolated(collection)} since ${dayText(placed)} (by ${by}). ${sentence}`
}
