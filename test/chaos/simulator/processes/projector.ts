import { coreProjections } from '../../../../projections/index.ts'
import { createProjector } from '../../../../projections/runtime/projector.ts'
import type { ProjectionStore } from '../../../../shared/ports/projection-store.ts'
import { plainPersonalData } from '../../../support/command.ts'
import { type Wire, wireOf } from '../wire.ts'
import { wiredEventStore } from './event-store.ts'
import type { Place } from './place.ts'

export type ProjectorProcess = {
  /** Why it is not well; undefined where it is. */
  illness(): string | undefined
  stop(): Promise<void>
}

const wiredProjectionStore = (
  { servers: { readModels, applied }, trace, name, faults }: Place,
  wire: Wire,
  epoch: number | undefined,
): ProjectionStore => ({
  checkpoint: () => wire('read the checkpoint', async () => readModels.checkpoint()),
  failures: () => wire('read failures', async () => readModels.failures()),
  builds: () => wire('read builds', async () => readModels.builds()),
  commit: async (fed, steps) => {
    const to = steps.at(-1)?.to
    const what = `commit up to ${to}${epoch === undefined ? '' : ` in term ${epoch}`}`
    const done = await wire(what, async () => {
      try {
        const checkpoint = readModels.commit(epoch, fed, steps)
        trace.note(name, `${what} → ${checkpoint}`)
        if (checkpoint === 'moved') faults.count('commit of a stale projector')
        else applied.note(steps)
        return checkpoint
      } catch (error) {
        trace.note(name, `${what} → ${error instanceof Error ? error.message : error}`)
        faults.count('commit of a past leader')
        throw error
      }
    })
    return done
  },
  setAside: async (build, { error }) => {
    throw new Error(`${build.projection} cannot follow: ${error}`)
  },
})

/**
 * The projector of the service.
 * @param epoch of its leadership; undefined where projectors follow the log beside each other
 */
export const startProjector = (place: Place, epoch: number | undefined): ProjectorProcess => {
  const { hints, life, name, trace, random } = place
  const wire = wireOf(place)
  const bus = hints.join(life)
  const projector = createProjector({
    eventStore: wiredEventStore(place, wire, bus),
    projectionStore: wiredProjectionStore(place, wire, epoch),
    projections: coreProjections,
    personalData: plainPersonalData(),
    batch: random.pick([1, 3, 20, 500]),
    pause: life.pass,
    onCheckpoint: (position) =>
      bus.publish('read-models.checkpoint', { position: String(position) }),
    onProblem: (message) => trace.note(name, message),
  })
  projector.start()
  return {
    stop: projector.stop,
    illness: () => {
      const { state, reason } = projector.status()
      return state === 'live' ? undefined : `${state}: ${reason}`
    },
  }
}
