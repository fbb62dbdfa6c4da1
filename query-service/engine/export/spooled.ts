import type { Spools } from '../../../shared/ports/spool.ts'
import type { KeptRunContext } from '../run.ts'
import type { ExportSink } from './exporter.ts'

type Write = (sink: ExportSink) => Promise<unknown>

/**
 * Writes the whole file before any of it is sent, so that whatever fails can still be an answer.
 * What it resolves to hands the file out.
 */
export const spooled = async (
  spools: Spools,
  { afterwards }: Pick<KeptRunContext, 'afterwards'>,
  write: Write,
): Promise<Write> => {
  const spool = await spools.open()
  afterwards(() => void spool.discard())
  try {
    await write(spool.write)
  } catch (error) {
    await spool.discard()
    throw error
  }
  return async (sink) => {
    for await (const chunk of spool.read()) await sink(chunk)
  }
}
