import type { DashboardEvent, Dashcard } from '../../shared/events/dashboard.ts'
import type { Named } from '../../shared/kernel/decider.ts'
import { isEqual } from './merge.ts'

type CardChanges = NonNullable<Named<DashboardEvent, 'DashboardChanged'>['data']['dashcards']>

/** What makes one set of cards of another; undefined where they are the same. */
export const cardChanges = (
  before: readonly Dashcard[],
  after: readonly Dashcard[],
): CardChanges | undefined => {
  const was = new Map(before.map((card) => [card.id, card]))
  const is = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !was.has(id))
  const changed = after.filter((card) => was.has(card.id) && !isEqual(was.get(card.id), card))
  const removed = before.map(({ id }) => id).filter((id) => !is.has(id))
  return added.length + changed.length + removed.length > 0
    ? { added, changed, removed }
    : undefined
}
