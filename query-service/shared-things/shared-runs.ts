import { type SavedRun, type SavedRunDependencies, savedRuns } from '../saved-runs.ts'
import { publicDownload, publicResult, type Shown } from './public-result.ts'

/** A saved question about to run for whoever visits. */
export type SharedRun = SavedRun & {
  /** The parameters that visitors see. */
  readonly shown: readonly Shown[]
}

/** The ways a saved question is run for those who did not sign in, and what they get of it. */
export const sharedRuns = (dependencies: SavedRunDependencies) => {
  const runs = savedRuns(dependencies)
  type Caller = Parameters<typeof runs.result>[0]
  type Wishes = Parameters<typeof runs.download>[2]

  return {
    result: async (caller: Caller, run: SharedRun) =>
      publicResult(await runs.result(caller, run), run.shown),

    pivot: async (caller: Caller, run: SharedRun) =>
      publicResult(await runs.pivot(caller, run), run.shown),

    download: async (caller: Caller, run: SharedRun, wishes: Wishes) =>
      publicDownload(await runs.download(caller, run, wishes), run.shown),
  }
}
