import type { Ledger } from './ledger.ts'
import { holdingAt } from './path.ts'
import { kindOf, type Resource } from './resource.ts'
import { changesUpTo } from './spell.ts'
import type { Moment } from './timeline.ts'

/**
 * When a group last lost what it could do with a resource: the last moment after which it could do
 * nothing, though right before it could do something. Saying the same in other words is no loss.
 * Undefined for a group that can do something, and for one that never could.
 */
export const lastLoss = (
  ledger: Readonly<Ledger>,
  position: bigint,
  groupId: number,
  resource: Resource,
): Moment | undefined => {
  const { statements, allows } = kindOf(resource)
  const mayAt = (moment: bigint) =>
    allows(holdingAt(ledger, moment, groupId, resource)?.level ?? 'none')
  if (mayAt(position)) return undefined
  return statements(ledger, groupId, resource)
    .flatMap(({ levels }) => (levels ? changesUpTo(levels, position) : []))
    .map(({ since }) => since)
    .sort((a, b) => Number(b.position - a.position))
    .find((since) => mayAt(since.position - 1n))
}
