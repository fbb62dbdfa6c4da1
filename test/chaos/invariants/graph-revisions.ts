import { z } from 'zod'
import { describe, isAcknowledged } from '../ledger.ts'
import type { Invariant } from './evidence.ts'
import { repeated } from './repeated.ts'

const revised = z.object({
  revision: z.int(),
  changes: z.array(z.looseObject({ from: z.string().nullable(), to: z.string().nullable() })),
})

const cellOf = ({ from: _from, to: _to, ...cell }: z.infer<typeof revised>['changes'][number]) =>
  JSON.stringify(Object.entries(cell).sort())

export const graphRevisions: Invariant = {
  id: 'INV-6',
  about: 'each revision of the permissions graph has one winner, and follows from the one before',
  check: ({ ledger, events }) => {
    const graph = events.filter(({ type }) => type === 'PermissionsGraphRevised')
    const stands = new Map<string, string | null>()
    const inOrder = graph.flatMap(({ data, position }, index) => {
      const { revision, changes } = revised.parse(data)
      const wrong = changes.filter((change) => {
        const cell = cellOf(change)
        const follows = !stands.has(cell) || stands.get(cell) === change.from
        stands.set(cell, change.to)
        return !follows
      })
      return [
        ...(revision === index + 1
          ? []
          : [`revision ${revision} stands where ${index + 1} belongs`]),
        ...wrong.map((change) => `at ${position}: ${cellOf(change)} was not ${change.from}`),
      ]
    })
    const wins = ledger.filter((it) => it.base !== undefined && isAcknowledged(it))
    return [
      ...inOrder,
      ...repeated(wins, ({ base }) => String(base)).map((base) => `two clients won at ${base}`),
      ...wins.flatMap((win) => {
        const event = graph[win.base ?? 0]
        return event?.metadata.requestId === win.requestId
          ? []
          : [`${describe(win)} won at ${win.base}, where the log has somebody else’s change`]
      }),
    ]
  },
}
