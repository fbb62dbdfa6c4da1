import type { TestService } from './service.ts'

/** Everything the log and the log file hold, as one text. */
export const everythingWritten = async ({
  service,
  storage,
  logLines,
}: TestService): Promise<string> => {
  const { rows } = await storage.pool.query('select stream, data, metadata from es.events')
  return JSON.stringify([rows, logLines, service.url])
}
