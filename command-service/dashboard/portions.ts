import type { DashboardEvent } from '../../shared/events/dashboard.ts'
import type { Named } from '../../shared/kernel/decider.ts'
import { jsonBytes, roomyBytes } from '../event-size.ts'

type Created = Named<DashboardEvent, 'DashboardCreated'>
type Changed = Named<DashboardEvent, 'DashboardChanged'>
export type DashboardChanges = Omit<Changed['data'], 'dashboardId' | 'restoredTo'>

/** The least that can be told by itself, in the order in which it is told. */
const partsOf = ({ dashcards, ...content }: DashboardChanges): readonly DashboardChanges[] => {
  const { added = [], changed = [], removed = [] } = dashcards ?? {}
  const none = { added: [], changed: [], removed: [] }
  return [
    ...Object.entries(content).map(([key, value]) => ({ [key]: value })),
    ...(removed.length > 0 ? [{ dashcards: { ...none, removed } }] : []),
    ...changed.map((card) => ({ dashcards: { ...none, changed: [card] } })),
    ...added.map((card) => ({ dashcards: { ...none, added: [card] } })),
  ]
}

const together = (parts: readonly DashboardChanges[]): DashboardChanges => {
  const cards = parts.flatMap(({ dashcards }) => dashcards ?? [])
  return {
    ...Object.assign({}, ...parts),
    ...(cards.length > 0 && {
      dashcards: {
        added: cards.flatMap(({ added }) => added),
        changed: cards.flatMap(({ changed }) => changed),
        removed: cards.flatMap(({ removed }) => removed),
      },
    }),
  }
}

/** The changes in as few portions as each fit into an event; what fits no event stands alone. */
const portionsOf = (changes: DashboardChanges): readonly DashboardChanges[] => {
  if (jsonBytes(changes) <= roomyBytes) return [changes]
  const portions: DashboardChanges[][] = []
  let bytes = 0
  for (const part of partsOf(changes)) {
    const size = jsonBytes(part)
    const portion = portions.at(-1)
    if (portion && bytes + size <= roomyBytes) {
      portion.push(part)
      bytes += size
    } else {
      portions.push([part])
      bytes = size
    }
  }
  return portions.map(together)
}

/**
 * A change, in several events where one cannot hold it: a dashboard that grew step by step can be
 * larger than any step, and is to be copied and restored all the same. They are added all or none.
 */
export const changedInPortions = (
  changes: DashboardChanges,
  about: Pick<Changed['data'], 'dashboardId' | 'restoredTo'>,
): DashboardEvent[] =>
  portionsOf(changes).map((portion) => ({
    type: 'DashboardChanged',
    data: { ...about, ...portion },
  }))

/** A new dashboard; one that no event can hold is made without what takes room, which then follows. */
export const createdInPortions = (data: Created['data']): DashboardEvent[] => {
  if (jsonBytes(data) <= roomyBytes) return [{ type: 'DashboardCreated', data }]
  const { dashboardId, parameters, tabs, dashcards } = data
  return [
    { type: 'DashboardCreated', data: { ...data, parameters: [], tabs: [], dashcards: [] } },
    ...changedInPortions(
      {
        ...(parameters.length > 0 && { parameters }),
        ...(tabs.length > 0 && { tabs }),
        dashcards: { added: dashcards, changed: [], removed: [] },
      },
      { dashboardId },
    ),
  ]
}
