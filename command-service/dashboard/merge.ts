import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

/** What somebody wants a dashboard to be; what is left out is not spoken of. */
export type DashboardWishes = {
  readonly [P in keyof Omit<DashboardState, 'creatorId'>]?: DashboardState[P] | undefined
}

type Part = Exclude<keyof DashboardWishes, 'dashcards'>

export const isEqual = (one: unknown, other: unknown): boolean =>
  (one === undefined) === (other === undefined) &&
  canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** One value of three: what it was, what it has become since, and what is wanted of it. */
const mergeValue = <T>(base: T, now: T, wanted: T, onConflict: () => void): T => {
  if (isEqual(wanted, base) || isEqual(wanted, now)) return now
  if (!isEqual(now, base)) onConflict()
  return wanted
}

const byId = (cards: readonly Dashcard[]): ReadonlyMap<number, Dashcard> =>
  new Map(cards.map((card) => [card.id, card]))

const mergeCards = (
  before: readonly Dashcard[],
  current: readonly Dashcard[],
  wishes: readonly Dashcard[],
  onConflict: (id: number) => void,
): readonly Dashcard[] => {
  const [base, now, wanted] = [byId(before), byId(current), byId(wishes)]
  const ids = new Set([...now.keys(), ...wanted.keys()])
  return [...ids].flatMap((id) => {
    const card = mergeValue(base.get(id), now.get(id), wanted.get(id), () => onConflict(id))
    return card ? [card] : []
  })
}

/**
 * What is wanted of a dashboard by somebody who saw it as it was at `base`, with all that others have
 * changed since: nobody's change is undone by one who did not know of it.
 * @throws {Refusal} 409 naming what both have changed, each to something else
 */
export const mergeWishes = (
  base: DashboardState,
  now: DashboardState,
  wishes: DashboardWishes,
): DashboardWishes => {
  const conflicts: Record<string, string> = {}
  const merged: Record<string, unknown> = {}
  const { dashcards, ...parts } = wishes
  for (const part of Object.keys(parts) as Part[]) {
    if (parts[part] === undefined) continue
    merged[part] = mergeValue<unknown>(base[part], now[part], parts[part], () => {
      conflicts[part] = 'was changed by somebody else'
    })
  }
  if (dashcards)
    merged.dashcards = mergeCards(base.dashcards, now.dashcards, dashcards, (id) => {
      conflicts[`dashcards.${id}`] = 'was changed by somebody else'
    })
  if (Object.keys(conflicts).length === 0) return merged
  throw new Refusal(
    'conflict',
    'Somebody else has changed the same since you read this dashboard. Read it again.',
    { errors: conflicts },
  )
}
