import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Express, RequestHandler, Response } from 'express'
import { page, startScript } from './api-docs/page.ts'
import type { OpenApiDocument } from './openapi/document.ts'

const require = createRequire(import.meta.url)

/** Where the package stands, and its version. */
const swaggerUi = () => {
  const file = require.resolve('swagger-ui-dist/package.json')
  const { version }: { version: string } = require(file)
  return { directory: dirname(file), version }
}

/** The files of the package the page needs; no other one has an address. */
const files = {
  styles: 'swagger-ui.css',
  library: 'swagger-ui-bundle.js',
  icon: 'favicon-32x32.png',
} as const

/** Nothing from elsewhere, nothing inline, nothing evaluated; `data:` images are the styles' icons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const safetyHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const setHeaders = (response: Response, headers: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** A text that is written once somebody asks for it, and sent only when it has changed. */
const sendFresh = (type: string, write: () => string): RequestHandler => {
  let written: { readonly text: string; readonly tag: string } | undefined
  const known = () => {
    const text = write()
    return { text, tag: `"${hashOf(text)}"` }
  }
  return (request, response) => {
    written ??= known()
    const { text, tag } = written
    setHeaders(response, {
      ...safetyHeaders,
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      ETag: tag,
    })
    if (request.fresh) response.status(304).end()
    else response.end(text)
  }
}

const year = 31_536_000

/** The address holds a version or a hash, so what it answers never changes. */
const forever = `public, max-age=${year}, immutable`

const sendStart: RequestHandler = (_, response) => {
  setHeaders(response, { ...safetyHeaders, 'Cache-Control': forever })
  response.type('text/javascript').send(startScript)
}

/** Everything this mounts is at or below one of these. */
export const apiDocsPaths = ['/api/docs', '/api/openapi.json'] as const

/**
 * `/api/openapi.json` is the document, described at the first request for it; `/api/docs` shows it
 * and lets one try it out, without asking any other host for anything.
 */
export const mountApiDocs = (
  app: Express,
  title: string,
  describe: (title: string) => OpenApiDocument,
): void => {
  const { directory, version } = swaggerUi()
  const base = `/api/docs/${version}`
  const start = `/api/docs/start-${hashOf(startScript)}.js`
  const assets = {
    start,
    styles: `${base}/${files.styles}`,
    library: `${base}/${files.library}`,
    icon: `${base}/${files.icon}`,
  }
  // Whoever opens the address the service printed wants to see something.
  app.get('/', (_, response) => response.redirect('/api/docs'))
  app.get(
    '/api/openapi.json',
    sendFresh('application/json', () => JSON.stringify(describe(title))),
  )
  app.get(
    '/api/docs',
    sendFresh('text/html; charset=utf-8', () => page(title, assets)),
  )
  app.get(start, sendStart)
  for (const name of Object.values(files)) {
    app.get(`${base}/${name}`, (_, response) => {
      setHeaders(response, { ...safetyHeaders, 'Cache-Control': forever })
      response.sendFile(name, { root: directory, cacheControl: false })
    })
  }
}
