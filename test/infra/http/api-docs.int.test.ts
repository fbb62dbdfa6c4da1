import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import type { Browser, Locator, Page } from 'playwright-core'
import { mountApiDocs } from '../../../infra/http/api-docs.ts'
import { openApiDocument } from '../../../infra/http/openapi.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { launchChromium } from '../../support/chromium.ts'
import { until } from '../../support/until.ts'

const token = '5f2c1de8-3a0b-4c54-9a43-0d6f9f4f5d11'
const about = { title: 'Title & <b>more</b>', version: 'v1.2.3' }
const document = openApiDocument(endpoints, about)

/** All of it takes a browser seconds to show, which only one test is about. */
const short = openApiDocument(
  endpoints.filter(({ path }) => path === '/api/session' || path === '/api/user/current'),
  about,
)

let server: Server
let base: string
let shown = document
let browser: Browser

beforeAll(async () => {
  const app = express()
  mountApiDocs(app, about.title, () => document)
  app.post('/api/session', (_, response) => void response.json({ id: token }))
  app.get('/api/user/current', (request, response) => {
    response.json({ sent: request.headers['x-service-session'] ?? null })
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchChromium()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('the page in a browser', () => {
  let page: Page
  let complaints: string[]
  let addresses: string[]

  beforeEach(async () => {
    complaints = []
    addresses = []
    page = await browser.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => addresses.push(request.url()))
    if (shown === short)
      await page.route('**/api/openapi.json', (route) => route.fulfill({ json: short }))
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('blocked by ' + event.violatedDirective + ': ' + event.blockedURI))`)
    await page.goto(`${base}/api/docs`)
    await page.locator('.opblock').first().waitFor()
  }, 60_000)

  afterEach(async () => {
    await page.close()
    shown = short
  })

  const open = async (operationId: string): Promise<Locator> => {
    const operation = page.locator(`[id$="-${operationId}"]`)
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.try-out__btn').click()
    return operation
  }

  const answerTo = async (operationId: string): Promise<string> => {
    const operation = await open(operationId)
    await operation.locator('.execute').click()
    return operation.locator('.live-responses-table .highlight-code').first().innerText()
  }

  test('shows every operation without a complaint, asking no other host', async () => {
    const seen = new Set<string>()
    const look = async () => {
      const inSight = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id))
      for (const id of inSight) seen.add(id)
      await page.mouse.wheel(0, 400)
      return seen.size
    }
    await until(look, (count) => count === endpoints.length, 60_000)
    expect(await page.locator('h1, h2').first().innerText()).toContain('Title & <b>more</b>')
    expect(complaints).toEqual([])
    expect(addresses.filter((address) => !address.startsWith(`${base}/`))).toEqual([])
  }, 90_000)

  test('sends the token given to "Authorize"', async () => {
    expect(await answerTo('getCurrentUser')).toContain('null')
    await page.locator('.btn.authorize').first().click()
    const session = page.locator('.auth-container').filter({ hasText: 'X-Service-Session' })
    await session.locator('input').fill('a-token')
    await session.locator('.auth-btn-wrapper .authorize').click()
    await session.locator('.auth-btn-wrapper .btn-done').click()
    await page.locator('[id$="-getCurrentUser"] .execute').click()
    await page.getByText('"a-token"').first().waitFor()
    expect(complaints).toEqual([])
  }, 60_000)

  test('is authorized by a login made on it, and forgets it with the page', async () => {
    expect(await answerTo('logIn')).toContain(token)
    expect(await answerTo('getCurrentUser')).toContain(token)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      token,
    )
    expect(complaints).toEqual([])
  }, 60_000)

  test('lets nothing inline run, and no page frame it', async () => {
    await page.evaluate(`{
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
    }`)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(complaints.join()).toContain('blocked by script-src')

    await page.goto('about:blank')
    await page.setContent(`<iframe src="${base}/api/docs"></iframe>`)
    expect(page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  })
})

/** Sends the path as it is; `fetch` would tidy it, and add that it wants no stored answer. */
const statusOf = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    get({ hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })

describe('what is served', () => {
  test('the document, again only when it changed', async () => {
    const path = '/api/openapi.json'
    const first = await fetch(`${base}${path}`)
    expect(first.headers.get('content-type')).toBe('application/json')
    expect(await first.json()).toEqual(document)
    const etag = first.headers.get('etag') ?? ''
    expect(await statusOf(path, { 'If-None-Match': etag })).toBe(304)
    expect(await statusOf(path, { 'If-None-Match': '"another"' })).toBe(200)
  })

  test('every file under a policy without exceptions, assets for good', async () => {
    const html = await (await fetch(`${base}/api/docs`)).text()
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)
    expect(assets).toHaveLength(4)
    for (const path of ['/api/docs', '/api/openapi.json', ...assets]) {
      const { status, headers } = await fetch(`${base}${path}`)
      const policy = headers.get('content-security-policy') ?? ''
      expect(status).toBe(200)
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    for (const path of assets)
      expect((await fetch(`${base}${path}`)).headers.get('cache-control')).toContain('immutable')
  })

  test.each([
    'package.json',
    'index.html',
    'swagger-ui-bundle.js.map',
    '',
    '..%2fpackage.json',
    '../5.35.0/package.json',
    '%2e%2e/%2e%2e/package.json',
    'swagger-ui.css/../package.json',
    'swagger-ui.css%00.png',
  ])('nothing else of the package: %s', async (name) => {
    const html = await (await fetch(`${base}/api/docs`)).text()
    const [, directory] = /href="([^"]+\/)swagger-ui\.css"/.exec(html) ?? []
    expect(await statusOf(`${directory}swagger-ui.css`)).toBe(200)
    expect(await statusOf(`${directory}${name}`)).toBe(404)
  })
})
