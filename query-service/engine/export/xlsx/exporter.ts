import type { Exporter, ExportResult, ExportRow, ExportSink } from '../exporter.ts'
import { rowSlices } from '../row-slices.ts'
import { writeFormattedWorkbook } from './formatted.ts'
import { gatheringSink } from './gathering-sink.ts'
import { refuseTooManyColumns, refuseTooManyRows } from './layout.ts'
import { rawSheet } from './raw-sheet.ts'
import { workbookParts, worksheetPath } from './workbook-parts.ts'
import { zipArchive } from './zip-archive.ts'

type WriteWorkbook = (
  columns: ExportResult['columns'],
  slices: AsyncIterable<readonly ExportRow[]>,
  sink: ExportSink,
) => Promise<void>

async function* onePiece(xml: string) {
  yield Buffer.from(xml)
}

/** Exact values by our own writer, whose memory does not grow with the rows. */
const writeRawWorkbook: WriteWorkbook = async (columns, slices, sink) => {
  const archive = zipArchive(sink)
  for (const [path, xml] of workbookParts) await archive.add(path, onePiece(xml))
  await archive.add(worksheetPath, rawSheet(columns, slices))
  await archive.finish()
}

/** One sheet, its header frozen and filterable. More rows than a sheet holds are refused. */
export const xlsxExporter: Exporter = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  isWholeFirst: true,
  async write(result, sink, { formatRows }) {
    refuseTooManyColumns(result.columns)
    let rows = 0
    const counted = async function* () {
      for await (const slice of rowSlices(result, refuseTooManyRows)) {
        rows += slice.length
        yield slice
      }
    }
    const gathering = gatheringSink(sink)
    const write = formatRows ? writeFormattedWorkbook : writeRawWorkbook
    await write(result.columns, counted(), gathering.write)
    await gathering.flush()
    return { rows, truncated: false }
  },
}
