import type { ExportFormat } from '../../../shared/contract/dataset.ts'
import type { Download, Instead } from '../../../shared/contract/endpoint.ts'
import { nativeColumns } from '../column-metadata.ts'
import type { Prepared } from '../prepare/prepared.ts'
import { failedResult } from '../result.ts'
import { failureOf, openStream, type RunContext, type RunDependencies, runFacts } from '../run.ts'
import { exporters } from './exporters.ts'
import { exportFileName } from './file-name.ts'
import { untilFirstChunk } from './first-chunk.ts'

/** Streams a result into a file of the format asked for. */
export const exportResult = async (
  dependencies: RunDependencies,
  prepared: Prepared,
  run: RunContext,
  { format, formatRows }: { format: ExportFormat; formatRows: boolean },
): Promise<Download | Instead> => {
  const exporter = exporters[format]
  const facts = runFacts(dependencies, prepared, run)
  try {
    const stream = await openStream(dependencies, prepared, run)
    const columns = (prepared.columns ?? nativeColumns(stream.columns)).map((column) => ({
      name: column.name,
      displayName: column.display_name,
      baseType: column.base_type,
      semanticType: column.semantic_type,
      unit: column.unit,
    }))
    const { batches } = stream
    const write = await untilFirstChunk((sink) =>
      exporter.write({ columns, batches }, sink, { formatRows }),
    )
    return {
      contentType: exporter.contentType,
      fileName: exportFileName({ at: dependencies.now(), extension: exporter.extension }),
      write: async (sink) => void (await write(sink)),
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { instead: failedResult(failure, facts()) }
  }
}
