import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import { inputLimits, parseJson } from '../../shared/kernel/json-input.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { parseForm } from './form-input.ts'

const readEncoded = express.raw({ type: () => true, limit: inputLimits.bodyBytes })

const unsupported = (message: string) => new Refusal('unsupported-media-type', message)

const tooLarge = () => new Refusal('payload-too-large', 'The body is larger than 1 MiB.')

/** body-parser's own statuses, in our words. */
const problems: Record<number, Refusal> = {
  413: tooLarge(),
  415: unsupported('This content encoding is not supported.'),
}

const unreadable = () => new Refusal('validation', 'The body could not be read.')

/** A compressed body, unpacked. */
const encodedBytes = (request: IncomingMessage & { body?: unknown }, response: ServerResponse) =>
  new Promise<Buffer>((resolve, reject) => {
    readEncoded(request, response, (error?: unknown) => {
      if (!error) return resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
      const { status = 400 } = error as { status?: number }
      reject(problems[status] ?? unreadable())
    })
  })

/** A body that comes as it is, which nearly all do. One that is too large is read, and not kept. */
const plainBytes = (request: IncomingMessage) =>
  new Promise<Buffer>((resolve, reject) => {
    // Who left before this tells nothing any more.
    if (request.destroyed) return reject(unreadable())
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= inputLimits.bodyBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > inputLimits.bodyBytes) reject(tooLarge())
      else resolve(Buffer.concat(chunks))
    })
    request.on('error', () => reject(unreadable()))
    request.on('close', () => reject(unreadable()))
  })

const bytesOf = (request: IncomingMessage, response: ServerResponse) =>
  (request.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
    ? plainBytes(request)
    : encodedBytes(request, response)

const readers: Record<string, (bytes: Buffer) => unknown> = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': parseForm,
}

/** The body as a value: JSON, or a form where the endpoint says so; undefined when there is none. */
export const readBody = async (
  endpoint: AnyEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ value: unknown; bytes: Buffer }> => {
  // The parser would first read to its end what it then refuses.
  if (Number(request.headers['content-length'] ?? 0) > inputLimits.bodyBytes) throw tooLarge()
  const bytes = await bytesOf(request, response)
  if (bytes.length === 0) return { value: undefined, bytes }
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
  const charset = parameters.map((it) => it.trim()).find((it) => it.startsWith('charset='))
  const name = type.trim()
  const read = readers[name]
  const allowed = name === 'application/json' || endpoint.form === true
  if (!read || !allowed) throw unsupported('Send the body as application/json.')
  if (charset && !/^charset="?utf-8"?$/.test(charset)) throw unsupported('Send the body as UTF-8.')
  return { value: read(bytes), bytes }
}
