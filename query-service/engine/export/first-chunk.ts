import type { ExportSink } from './exporter.ts'

type Write = (sink: ExportSink) => Promise<unknown>

/**
 * Starts writing a file and waits for its first chunk, so that what fails before it can still be an
 * answer instead of half a file. What it resolves to must be called: it takes the chunks and
 * rejects when a later one fails.
 */
export const untilFirstChunk = async (write: Write): Promise<Write> => {
  let takeWith: (sink: ExportSink) => void = () => undefined
  const taker = new Promise<ExportSink>((resolve) => {
    takeWith = resolve
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const whole = write(async (chunk) => {
    begin()
    const take = await taker
    await take(chunk)
  })
  await Promise.race([begun, whole])
  whole.catch(() => undefined) // Told to whoever takes the chunks, which may be later.
  return (sink) => {
    takeWith(sink)
    return whole
  }
}
