import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { belowResult, type Measure, median } from './measure.ts'
import { shareShopBoard } from './shop-board.ts'
import type { Stage } from './stage.ts'

/** What a page asks for after itself, as its HTML tells. */
const namedIn = (html: string, pattern: RegExp): readonly string[] => [
  ...new Set([...html.matchAll(pattern)].map(([, path = '']) => path)),
]

/** Bytes on the wire. */
const compressed = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
  const text = await answer.text()
  return Number(answer.headers.get('content-length') ?? Buffer.byteLength(text))
}

/** Milliseconds from opening a page until its first card is drawn, in a browser that knows nothing. */
const firstCard = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.slot figure').first().waitFor()
  const ms = performance.now() - began
  await context.close()
  return ms
}

const pictures = [
  { file: 'dashboard.png', width: 1280, hash: '' },
  { file: 'dashboard-night.png', width: 1280, hash: '#theme=night&category=Garden' },
  { file: 'dashboard-phone.png', width: 390, hash: '#hide_download_button=true' },
] as const

const takePictures = async (browser: Browser, url: string, directory: string): Promise<void> => {
  mkdirSync(directory, { recursive: true })
  for (const { file, width, hash } of pictures) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${url}${hash}`)
    const status = page.locator('[data-part=status]', { hasText: /^Loaded$/ })
    await status.waitFor({ state: 'attached' })
    await page.screenshot({ path: join(directory, file), fullPage: width > 600 })
    await context.close()
  }
}

const measureServer = async ({ service, quick }: Stage, path: string) => {
  const { call, close } = service.caller()
  const { body: html } = await call('GET', path)
  const parts = namedIn(html, /data-part-path="(\/dashcard\/\d+\/card\/[^"]+)"/g)
  const [pages, cards]: [number[], number[]] = [[], []]
  const rounds = quick ? 3 : 20
  for (let round = 0; round <= rounds; round += 1) {
    const page = await call('GET', path)
    let sum = 0
    for (const part of parts)
      sum += (await call('GET', `${path}${part}?width=600&height=320&values=%7B%7D`)).ms
    // The first round only warms up.
    if (round > 0) pages.push(page.ms)
    if (round > 0) cards.push(sum)
  }
  close()
  return { html, pages, cards }
}

export const pages: Measure = {
  name: 'pages',
  about: 'a shared dashboard of 12 cards: its server, its scripts, a browser',
  async run(stage) {
    const { service, quick, progress, pictures: directory } = stage
    progress('making a dashboard')
    const path = await shareShopBoard(service)
    progress('asking for it')
    const { html, pages: page, cards } = await measureServer(stage, path)
    const scripts = namedIn(html, /(?:src|href)="(\/public\/assets\/[^"]+\.m?js)"/g)
    const bytes = await Promise.all(scripts.map((script) => compressed(`${service.url}${script}`)))

    progress('opening it in a browser')
    const browser = await launchChromium()
    const first: number[] = []
    try {
      const url = `${service.url}${path}`
      for (let round = 0; round < (quick ? 2 : 10); round += 1)
        first.push(await firstCard(browser, url))
      if (directory !== undefined) await takePictures(browser, url, directory)
    } finally {
      await browser.close()
    }
    const kilobytes = bytes.reduce((sum, one) => sum + one, 0) / 1024
    return [
      belowResult('page of 12 cards, HTML', 'ms', median(page), 50),
      belowResult('its 12 cards one after the other, run and drawn', 'ms', median(cards), 1_500),
      belowResult(`its ${scripts.length} scripts, compressed`, 'KB', kilobytes, 60),
      belowResult('until the first card is seen', 'ms', median(first), 1_000),
    ]
  },
}
