import type { ExportFormat } from '../../../shared/contract/dataset.ts'
import type { Download, Instead } from '../../../shared/contract/endpoint.ts'
import { nativeColumns } from '../column-metadata.ts'
import { presentColumns } from '../format/present-columns.ts'
import type { Prepared } from '../prepare/prepared.ts'
import { failedResult } from '../result.ts'
import { failureOf, openStream, type RunContext, type RunDependencies, runFacts } from '../run.ts'
import type { ExportOptions } from './exporter.ts'
import { exporters } from './exporters.ts'
import { exportFileName } from './file-name.ts'
import { untilFirstChunk } from './first-chunk.ts'
import { shownRows } from './shown-rows.ts'

/** What the file is to be, beyond what is in it. */
export type ExportFile = ExportOptions & {
  readonly format: ExportFormat
  /** The saved question's name; an ad-hoc query has none. */
  readonly name?: string | undefined
  /** Which columns it has, in which order and look. */
  readonly visualizationSettings?: unknown
}

/** Streams a result into a file of the format asked for. */
export const exportResult = async (
  dependencies: RunDependencies,
  prepared: Prepared,
  run: RunContext,
  file: ExportFile,
): Promise<Download | Instead> => {
  const exporter = exporters[file.format]
  const facts = runFacts(dependencies, prepared, run)
  try {
    const stream = await openStream(dependencies, prepared, run)
    const columns = prepared.columns ?? nativeColumns(stream.columns)
    const shown = presentColumns(columns, file.visualizationSettings, file)
    const batches = shownRows(stream.batches, shown, columns.length)
    const write = await untilFirstChunk((sink) =>
      exporter.write({ columns: shown, batches }, sink, file),
    )
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
