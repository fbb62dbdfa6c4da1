import type { Workshop } from '../main/read-models/workshop.ts'
import { isInstalled } from '../read-models/registry.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'

/**
 * Runs work on the read models of the data; what `takesLong` lets people go first.
 * @throws {StartupProblem} when this release has not made them yet.
 */
export const withWorkshop = <T>(
  context: CliContext,
  work: (workshop: Workshop, data: Data) => Promise<T>,
  { takesLong = false } = {},
): Promise<T> =>
  context.withData(async (data) => {
    const pool = data.storage.patientPool
    if (takesLong) context.stepBack(data)
    if (!(await isInstalled(pool)))
      throw new StartupProblem('There are no read models yet. Start the service once.')
    return work({ pool, ...data.adapters, gently: data.serviceRuns }, data)
  })
