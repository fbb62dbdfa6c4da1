import type { ServerResponse } from 'node:http'
import type { Download } from '../../shared/contract/endpoint.ts'
import { attachment } from '../../shared/kernel/content-disposition.ts'
import { downloads } from '../observation/index.ts'
import { sinkInto } from './sink-into.ts'

/**
 * Streams a file. The first byte decides the status, so what fails before it can still be an error;
 * what fails after it rejects, and the caller cuts the connection.
 */
export const sendDownload = async (response: ServerResponse, file: Download): Promise<void> => {
  const send = sinkInto(response)
  const begin = () => {
    response.statusCode = 200
    response.setHeader('Content-Type', file.contentType)
    response.setHeader('Content-Disposition', attachment(file.fileName))
    response.setHeader('X-Accel-Buffering', 'no')
  }
  await downloads.run(undefined, () =>
    file.write(async (chunk) => {
      if (!response.headersSent) begin()
      await send(chunk)
    }),
  )
  if (!response.headersSent) begin()
  response.end()
}
