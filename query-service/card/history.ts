import { type CardState, cardKeys } from '../../shared/cards/card-state.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import type { CardVersionRecord } from '../../shared/contract/card-records.ts'
import type { EventActor } from '../../shared/kernel/event.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import { found, invalid } from '../../shared/kernel/refusal.ts'
import type { CardVersion } from '../../shared/ports/card-histories.ts'
import type { Views } from '../context.ts'

/**
 * The version that was the newest at a moment.
 * @throws {Refusal} 400 for a number there is no version of, 404 for a time before the first
 */
export const versionAsOf = (history: readonly CardVersion[], asOf: AsOf): CardVersion => {
  if (asOf.kind === 'time') {
    const then = history.findLast(({ at }) => at <= asOf.time)
    return found(then, 'Card')
  }
  const version = history[asOf.revision - 1]
  if (version) return version
  throw invalid('as_of', `There is no version ${asOf.revision}; the newest is ${history.length}.`)
}

type Differences = CardVersionRecord['changes']

/** What differs between two versions; before the first one everything was null. */
const differences = (before: CardState | undefined, after: CardState): Differences => {
  const changes: Differences = {}
  for (const [part, key] of Object.entries(cardKeys)) {
    const from = (before?.[part as keyof typeof cardKeys] ?? null) as Json
    const to = (after[part as keyof typeof cardKeys] ?? null) as Json
    if (canonicalJson(from) !== canonicalJson(to)) changes[key] = { from, to }
  }
  return changes
}

const loadPeople = async (views: Views, history: readonly CardVersion[]) => {
  const ids = history.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.id] : []))
  if (ids.length === 0) return new Map<number, string>()
  const rows = await views
    .selectFrom('users')
    .select(['id', 'common_name', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, common_name, email }) => [id, common_name.trim() || email]))
}

const presentActor = (actor: EventActor, people: ReadonlyMap<number, string>) => ({
  kind: actor.kind,
  id: actor.kind === 'user' ? actor.id : null,
  name: actor.kind === 'user' ? (people.get(actor.id) ?? `user ${actor.id}`) : actor.kind,
})

/** The versions, the newest first. */
export const presentHistory = async (
  views: Views,
  history: readonly CardVersion[],
): Promise<CardVersionRecord[]> => {
  const people = await loadPeople(views, history)
  return history
    .map(({ version, at, actor, state, restoredTo }, index) => ({
      version,
      timestamp: at,
      user: presentActor(actor, people),
      changes: differences(history[index - 1]?.state, state),
      restored_to: restoredTo,
    }))
    .reverse()
}
