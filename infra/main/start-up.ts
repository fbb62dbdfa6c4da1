import { ensureSample } from '../../command-service/database/sample.ts'
import { initialise } from '../../command-service/initialise.ts'
import type { Config } from '../config.ts'
import type { Adapters } from './adapters.ts'
import { systemExecutor } from './system-executor.ts'

/** The first admin an environment asks for; their names can be given a better form later. */
const firstAdmin = ({ admin }: Pick<Config, 'admin'>) =>
  admin && { ...admin, firstName: 'Admin', lastName: 'Admin' }

export type StartUp = {
  /** Whether there is a first admin. */
  readonly setUp: boolean
  /** Where the log has what was done; undefined when there was nothing to do. */
  readonly position: bigint | undefined
}

/** Brings an installation to life, once, however many processes begin with that. */
export const startUp = async (
  adapters: Adapters,
  config: Pick<Config, 'admin'>,
): Promise<StartUp> => {
  const executor = systemExecutor(adapters, 'start-up')
  const { setUp } = await initialise(adapters, executor, adapters.ids, firstAdmin(config))
  await ensureSample(adapters, executor, adapters.ids)
  return { setUp, position: executor.position() }
}
