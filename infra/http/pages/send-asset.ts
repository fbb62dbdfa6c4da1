import { gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import type { PageAsset } from '../../../shared/contract/page.ts'
import { setPageHeaders } from './page-headers.ts'

/** The address holds a hash, so what it answers never changes. */
const forever = 'public, max-age=31536000, immutable'

/** Answers with a file, which is packed once for all who take it so. */
export const sendAsset = ({ type, text }: PageAsset) => {
  const plain = Buffer.from(text)
  const packed = gzipSync(plain, { level: 9 })
  return (request: Request, response: Response): void => {
    const isPacked = request.acceptsEncodings('gzip') === 'gzip'
    const bytes = isPacked ? packed : plain
    setPageHeaders(response)
    response.vary('Accept-Encoding')
    response.setHeader('Cache-Control', forever)
    response.setHeader('Content-Type', type)
    response.setHeader('Content-Length', bytes.length)
    if (isPacked) response.setHeader('Content-Encoding', 'gzip')
    response.end(bytes)
  }
}
