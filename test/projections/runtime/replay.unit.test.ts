import { expect, test } from '@jest/globals'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import { groupProjection } from '../../../projections/group.ts'
import { replay } from '../../../projections/runtime/replay.ts'
import type { Build, BuildStep, ProjectionStore } from '../../../shared/ports/projection-store.ts'
import { plainPersonalData } from '../../support/command.ts'
import { someEvent } from '../../support/events.ts'

const events = 600

/** One build; how far each step brought it. */
const oneBuild = () => {
  let build: Build = {
    id: 1,
    projection: groupProjection.name,
    version: groupProjection.version,
    fingerprint: 'any',
    state: 'building',
    position: 0n,
  }
  const steps: BuildStep[] = []
  const store: ProjectionStore = {
    checkpoint: async () => 0n,
    failures: async () => [],
    builds: async () => [{ ...build, failures: [] }],
    commit: async (_, all) => {
      for (const step of all) build = { ...build, position: step.to }
      steps.push(...all)
      return 0n
    },
    setAside: async () => undefined,
  }
  return { store, steps }
}

test.each([
  ['at once', false, 1],
  ['in small steps where others are served', true, 3],
])('a log is replayed %s, to its end', async (_, gently, expected) => {
  const eventStore = memoryEventStore()
  for (let n = 0; n < events; n += 1)
    await eventStore.append(`group-${n}`, 'no_stream', [
      someEvent({ groupId: n + 1, name: `Group ${n}` }, 'GroupCreated'),
    ])
  const { store, steps } = oneBuild()
  const done = await replay({
    eventStore,
    projectionStore: store,
    projections: [groupProjection],
    personalData: plainPersonalData(),
    gently,
  })
  expect(done).toEqual({ position: await eventStore.head(), events })
  expect(steps).toHaveLength(expected)
  const written = steps.reduce((rows, { changes }) => rows + [...changes.changes()].length, 0)
  expect(written).toBeGreaterThan(0)
})
