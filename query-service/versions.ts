import type { AsOf } from '../shared/contract/as-of.ts'
import type { EventActor } from '../shared/kernel/event.ts'
import { canonicalJson, type Json } from '../shared/kernel/json.ts'
import { found, invalid } from '../shared/kernel/refusal.ts'
import type { Version } from '../shared/ports/version-histories.ts'
import type { Views } from './context.ts'
import { loadPeople } from './people.ts'

/**
 * The version that was the newest at a moment.
 * @param what the kind of thing, for a refusal
 * @throws {Refusal} 400 for a number there is no version of, 404 for a time before the first
 */
export const versionAsOf = <S>(
  history: readonly Version<S>[],
  asOf: AsOf,
  what: string,
): Version<S> => {
  if (asOf.kind === 'time') {
    const then = history.findLast(({ at }) => at <= asOf.time)
    return found(then, what)
  }
  const version = history[asOf.revision - 1]
  if (version) return version
  throw invalid('as_of', `There is no version ${asOf.revision}; the newest is ${history.length}.`)
}

/** How the API calls the parts of a thing that people are told about. */
export type PartKeys<S> = { readonly [P in keyof S]?: string }

type Differences = Record<string, { from: Json; to: Json }>

/** What differs between two versions; before the first one everything was null. */
const differences = <S>(before: S | undefined, after: S, keys: PartKeys<S>): Differences => {
  const changes: Differences = {}
  for (const [part, key] of Object.entries(keys) as [keyof S, string][]) {
    const from = (before?.[part] ?? null) as Json
    const to = (after[part] ?? null) as Json
    if (canonicalJson(from) !== canonicalJson(to)) changes[key] = { from, to }
  }
  return changes
}

const presentActor = (actor: EventActor, people: ReadonlyMap<number, string>) => ({
  kind: actor.kind,
  id: actor.kind === 'user' ? actor.id : null,
  name: actor.kind === 'user' ? (people.get(actor.id) ?? `user ${actor.id}`) : actor.kind,
})

/** The versions, the newest first: who changed what, and when. */
export const presentVersions = async <S>(
  views: Views,
  history: readonly Version<S>[],
  keys: PartKeys<S>,
) => {
  const ids = history.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.id] : []))
  const people = await loadPeople(views, ids)
  return history
    .map(({ version, at, actor, state, restoredTo }, index) => ({
      version,
      timestamp: at,
      user: presentActor(actor, people),
      changes: differences(history[index - 1]?.state, state, keys),
      restored_to: restoredTo,
    }))
    .reverse()
}
