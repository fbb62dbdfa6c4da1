import type { Download, Instead } from '../../../shared/contract/endpoint.ts'
import { nativeColumns } from '../column-metadata.ts'
import { presentColumns } from '../format/present-columns.ts'
import type { PreparedExport } from '../pivot/prepare-export.ts'
import { failedResult } from '../result.ts'
import {
  failureOf,
  type KeptRunContext,
  openStream,
  type RunDependencies,
  runFacts,
} from '../run.ts'
import type { ExportOptions, ExportSink } from './exporter.ts'
import { exporters } from './exporters.ts'
import { exportFileName } from './file-name.ts'
import { untilFirstChunk } from './first-chunk.ts'
import { pivotAllowance, writePivot } from './pivot/write-pivot.ts'
import { shownRows } from './shown-rows.ts'
import { spooled } from './spooled.ts'

/** What the file is to be, beyond what is in it. */
export type ExportFile = ExportOptions & {
  /** The saved question's name; an ad-hoc query has none. */
  readonly name?: string | undefined
  /** Which columns it has, in which order and look. */
  readonly visualizationSettings?: unknown
}

/** Streams a result into a file of the format asked for. */
export const exportResult = async (
  dependencies: RunDependencies,
  asked: PreparedExport,
  run: KeptRunContext,
  file: ExportFile,
): Promise<Download | Instead> => {
  const { prepared } = asked
  const exporter = exporters[asked.format]
  const facts = runFacts(dependencies, prepared, run)
  try {
    const allowance = asked.pivot && dependencies.memory.allow()
    if (allowance) run.afterwards(allowance.release)
    const kept = allowance && pivotAllowance(allowance)
    const stream = await openStream(dependencies, prepared, run, kept)
    const { batches } = stream
    const columns = prepared.columns ?? nativeColumns(stream.columns)
    const writeTo = (sink: ExportSink) => {
      if (asked.pivot) return writePivot({ columns, batches }, sink, { ...file, ...asked })
      const shown = presentColumns(columns, file.visualizationSettings, file)
      const picked = shownRows(batches, shown, columns.length)
      return exporter.write({ columns: shown, batches: picked }, sink, file)
    }
    const write = exporter.isWholeFirst
      ? await spooled(dependencies.spools, run, writeTo)
      : await untilFirstChunk(writeTo)
    return {
      contentType: exporter.contentType,
      fileName: exportFileName({
        name: file.name,
        at: dependencies.now(),
        extension: exporter.extension,
      }),
      write: async (sink) => void (await write(sink)),
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { instead: failedResult(failure, facts()) }
  }
}
