import type { DatasetQuery, ExportFormat } from '../shared/contract/dataset.ts'
import type { SavedCard } from './cards.ts'
import { exportResult } from './engine/export/export-result.ts'
import { exportCaps, type RowCaps, siteCaps } from './engine/limits.ts'
import type { PositionCache } from './engine/metadata-cache.ts'
import { prepareExport } from './engine/pivot/prepare-export.ts'
import { describedPivot, preparePivot } from './engine/pivot/prepare-pivot.ts'
import type { Asking } from './engine/prepare/prepared.ts'
import { prepareQuery } from './engine/prepare.ts'
import { type KeptRunContext, type RunDependencies, runToResult } from './engine/run.ts'

export type SavedRunDependencies = RunDependencies & { readonly cache: PositionCache }

/** A saved question about to run for somebody who may have its rows, its parameters filled. */
export type SavedRun = {
  readonly card: SavedCard
  readonly query: DatasetQuery
  /** How it is shown: its own visualization settings, with those of where it stands on top. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What it runs for. */
  readonly context: 'question' | 'dashboard' | 'dashboard-subscription'
  /** Who see it without having signed in, and how; undefined where they have. */
  readonly audience?: 'public' | 'embedded'
}

type Caller = Asking & Pick<KeptRunContext, 'signal' | 'afterwards'>

export type ExportWishes = {
  readonly format: ExportFormat
  readonly formatRows?: boolean | undefined
  readonly pivotResults?: boolean | undefined
  readonly byteOrderMark?: boolean | undefined
}

const optionsOf = ({ card }: SavedRun, caps: RowCaps) =>
  ({ caps, card: card.id, asSaved: true }) as const

/** Why it runs, for the record: `question`, `public-dashboard`, `embedded-csv-download`, … */
const reasonFor = (purpose: string, { audience }: SavedRun): string =>
  audience === undefined ? purpose : `${audience}-${purpose}`

/** The ways a saved question is run; who may run it has been found out before. */
export const savedRuns = (dependencies: SavedRunDependencies) => {
  const { settings } = dependencies
  const runOf = ({ signal, afterwards }: Caller, run: SavedRun, purpose: string = run.context) => ({
    signal,
    afterwards,
    jsonQuery: run.query,
    context: reasonFor(purpose, run),
  })

  return {
    /** Its result. */
    result: async (caller: Caller, run: SavedRun) => {
      const options = optionsOf(run, await siteCaps(settings))
      const prepared = await prepareQuery(caller, dependencies, run.query, options)
      return runToResult(dependencies, prepared, runOf(caller, run))
    },

    /** Its result as the pivot table its settings describe. */
    pivot: async (caller: Caller, run: SavedRun) => {
      const options = optionsOf(run, await siteCaps(settings))
      const pivot = await describedPivot(caller, dependencies, run.query, run.settings, options)
      const prepared = await preparePivot(caller, dependencies, run.query, { ...options, pivot })
      return runToResult(dependencies, prepared, runOf(caller, run))
    },

    /** Its result as a file. */
    download: async (caller: Caller, run: SavedRun, wishes: ExportWishes) => {
      const { card, query, settings } = run
      const { format, formatRows = false, pivotResults = false, byteOrderMark } = wishes
      const asked = await prepareExport(caller, dependencies, query, optionsOf(run, exportCaps), {
        format,
        pivotResults: card.display === 'pivot' && pivotResults,
        settings,
      })
      return exportResult(dependencies, asked, runOf(caller, run, `${format}-download`), {
        formatRows,
        byteOrderMark,
        name: card.name,
        visualizationSettings: settings,
      })
    },
  }
}
