import type { Logger } from 'pino'
import { checkCatalogue } from '../../shared/events/index.ts'
import type { Config } from '../config.ts'
import type { BackgroundHooks } from './background.ts'
import { closeLogAdapters } from './close-adapters.ts'
import type { Endings } from './endings.ts'
import { leadershipOf } from './leading.ts'
import { createLogAdapters, type LogAdapters } from './log-adapters.ts'
import { assertLogPlace } from './log-place.ts'
import { partsOf } from './parts.ts'
import type { Patience } from './patience.ts'
import { type Projecting, startProjecting } from './projecting.ts'
import { ensureReadModels } from './read-models/ensure.ts'
import { logProgress } from './read-models/log-progress.ts'
import type { Storage } from './storage.ts'

/** What a process of any role stands on. */
export type Foundation = {
  readonly ofLog: LogAdapters
  /** Present where read models are fed. */
  readonly projecting: Projecting | undefined
}

type Options = {
  readonly storage: Storage
  readonly config: Config
  readonly log: Logger
  readonly wait: Patience
  readonly hooks: BackgroundHooks
  readonly ends: Endings
}

/** The log, and the read models where it is this process that sees to them. */
export const layFoundation = async (options: Options): Promise<Foundation> => {
  const { storage, config, log, wait, hooks, ends } = options
  checkCatalogue()
  await wait('event-store', () => assertLogPlace(storage, config))
  const ofLog = await createLogAdapters(storage, config, log, hooks.projections)
  ends.add(() => closeLogAdapters(ofLog))
  if (!partsOf[config.role].loops.includes('projector')) return { ofLog, projecting: undefined }
  const workshop = { ...ofLog, pool: storage.patientPool, watch: logProgress(log) }
  await wait('read-models', () => ensureReadModels(workshop))
  const leadership = leadershipOf('projector', ofLog, storage, config, log)
  const projecting = startProjecting(ofLog, leadership, log, {
    ...hooks,
    onCheckpoint: (position) => {
      ofLog.progress.advance(position)
      ofLog.bus.publish('read-models.checkpoint', { position: position.toString() })
    },
  })
  ends.add(() => projecting.stop())
  return { ofLog, projecting }
}
