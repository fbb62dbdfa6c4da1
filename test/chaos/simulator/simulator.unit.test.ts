import { describe, expect, test } from '@jest/globals'
import { derivedUuid } from '../../../command-service/event-ids.ts'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { type SimulationOptions, simulate } from './simulate.ts'
import { excerpt } from './trace.ts'
import type { Servers } from './world/servers.ts'

/** Seeds are the same in every run: one that fails here fails everywhere. */
const seeds = Array.from({ length: 20 }, (_, n) => n + 1)
const steps = 8

test('whatever goes wrong, every promise is kept, and everything that can go wrong does', async () => {
  const happened = new Set<string>()
  for (const seed of seeds) {
    const { violations, counts } = await simulate({ seed, steps })
    expect({ seed, violations }).toEqual({ seed, violations: [] })
    for (const what of counts.keys()) happened.add(what)
  }
  for (const what of expected) expect([...happened]).toContain(what)
})

const expected = [
  ...['crash', 'process stopped', 'clock set', 'storm'],
  ...['call slow', 'call request-lost', 'call answer-lost', 'call late', 'call doubled'],
  ...['hint lost', 'hint doubled', 'hint delayed'],
  ...['append conflict', 'append found done', 'command sent again'],
  ...['commit of a stale projector'],
]

test('the same seed is the same run, another one is another', async () => {
  const play = async (seed: number) => (await simulate({ seed, steps })).trace
  expect(await play(7)).toEqual(await play(7))
  expect(await play(7)).not.toEqual(await play(8))
})

const twice = (id: string) => derivedUuid(id, 'once more')

/** A log whose adapter does not wait long enough for an answer, and appends anew under other ids. */
const appendsTwice = (servers: Servers): Servers => {
  const { eventStore } = servers
  return {
    ...servers,
    eventStore: {
      ...eventStore,
      append: async (stream, expected, events) => {
        const first = await eventStore.append(stream, expected, events)
        if (!stream.startsWith('card-') || first.status === 'duplicate') return first
        const [one, ...more] = events
        if (one?.type !== 'CardCreated' || more.length > 0) return first
        return eventStore.append(stream, first.revision, [{ ...one, id: twice(one.id) }])
      },
    },
  }
}

/** Read models that anybody may write from wherever they believe them to be. */
const forgetsPositions = (servers: Servers): Servers => {
  const { readModels } = servers
  const now = (build: Build) => readModels.builds().find(({ id }) => id === build.id) ?? build
  return {
    ...servers,
    readModels: {
      ...readModels,
      commit: (_, fed, steps) =>
        readModels.commit(
          undefined,
          fed,
          steps.map((step) => ({ ...step, build: now(step.build) })),
        ),
    },
  }
}

/** A request that is tried again is taken for another one. */
const forgetsCommands = (servers: Servers): Servers => {
  const { idempotency } = servers
  let tries = 0
  return {
    ...servers,
    idempotency: {
      ...idempotency,
      begin: async (scope, key, hash) => {
        tries += 1
        return idempotency.begin(scope, `${key} ${tries}`, hash)
      },
    },
  }
}

type Plant = NonNullable<SimulationOptions['plant']>

describe.each<[string, Plant, string]>([
  ['an adapter that appends twice', appendsTwice, 'INV-3'],
  ['read models without a compare-and-set', forgetsPositions, 'INV-2'],
  ['another command id for each try', forgetsCommands, 'INV-3'],
])('%s', (_, plant, invariant) => {
  const play = (seed: number) => simulate({ seed, steps, plant })

  test('is found, and found again the same way by the same seed', async () => {
    for (const seed of seeds) {
      const { violations, trace } = await play(seed)
      if (!violations.some(({ id }) => id === invariant)) continue
      const again = await play(seed)
      expect(again.violations).toEqual(violations)
      expect(again.trace).toEqual(trace)
      return
    }
    throw new Error(`none of ${seeds.length} seeds breaks ${invariant}`)
  })
})

test('of a long run the lines are shown that tell of what went wrong', () => {
  const lines = Array.from({ length: 100 }, (_, n) => `${n}  writer-1 sends writer-1-${n}`)
  expect(excerpt(lines, 'writer-1 card.create writer-1-50 left no CardCreated')).toEqual(
    lines.slice(49, 52),
  )
  expect(excerpt(lines, 'users differs')).toEqual(lines.slice(40))
})
