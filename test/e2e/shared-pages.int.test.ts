import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core'
import { sharedPages } from '../../shared/contract/shared-pages.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { launchChromium } from '../support/chromium.ts'
import { secondsFromNow, signed, tokenFor } from '../support/embedding-token.ts'
import { sharedAddresses } from '../support/page-addresses.ts'
import { visit } from '../support/page-visitor.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { injection, type SharedDashboard, shareDashboard } from '../support/shared-dashboard.ts'
import { sharedPageTab } from '../support/shared-page-tab.ts'
import { barriersOn, openWatched, savedBy, strayed } from '../support/watched-page.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(120_000)

let app: TestService
let admin: Caller
let shared: SharedDashboard
let browser: Browser
let context: BrowserContext
let watched: Awaited<ReturnType<typeof openWatched>>
let tab: Tab
let { go, setHash, card, theNumber } = {} as ReturnType<typeof sharedPageTab>

beforeAll(async () => {
  const environment = { RATE_LIMIT_PUBLIC: '100000/60', RATE_LIMIT_EMBED: '100000/60' }
  app = await startTestService({ environment })
  admin = await asAdmin(app)
  ;[shared, browser] = await Promise.all([shareDashboard(admin), launchChromium()])
  context = await browser.newContext()
  watched = await openWatched(context)
  tab = watched.page
  ;({ go, setHash, card, theNumber } = sharedPageTab(tab, app.url))
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
}, 30_000)

afterEach(async () => {
  expect(strayed(watched, app.url)).toEqual([])
  expect(await context.cookies()).toEqual([])
})

const dashboardPath = () => `/public/dashboard/${shared.uuid}`
const questionPath = () => `/public/question/${shared.cardUuid}`
const root = () => tab.locator('html')

describe('each page', () => {
  test('is for anybody, runs nothing inline, and is framed where a setting says so', async () => {
    const addresses = await sharedAddresses({ admin, ...shared })
    for (const page of sharedPages) {
      const { status, headers, text } = await visit(app, addresses.get(page) ?? '', {
        cookie: 'pages_session=garbage',
        headers: { 'X-Service-Session': admin.token },
      })
      expect([page.path, status]).toEqual([page.path, 200])
      const ancestors = page.frames === 'embed' ? '*' : "'none'"
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`frame-ancestors ${ancestors};`)
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toMatch(/unsafe/)
      expect(headers.get('x-frame-options')).toBe(page.frames === 'embed' ? null : 'DENY')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).not.toMatch(/ style="| on\w+="|<style|<script(?! type="module" src="\/)|<img/)
      expect(text.startsWith('<!doctype html>')).toBe(page.isPart === undefined)
    }
  })

  test('is there before any script: title, layout, filters and texts', async () => {
    const { text } = await visit(app, `${dashboardPath()}?category=Toys`)
    for (const part of ['<h1 id="title"', 'x1 w4 y1 h3', 'data-slug="category"', '<strong>Note</'])
      expect(text).toContain(part)
    expect(text).toContain('data-given="{&quot;category&quot;:&quot;Toys&quot;}"')
    expect(text).toMatch(/<strong>Note<\/strong>.* on Toys</)
    const files = [...text.matchAll(/(?:src|href)="(\/public\/assets\/[^"]+)"/g)]
    expect(files.length).toBeGreaterThan(5)
    for (const [, file = ''] of files) {
      const { status, headers, text: unpacked } = await visit(app, file)
      expect([file, status, headers.get('content-encoding')]).toEqual([file, 200, 'gzip'])
      expect(headers.get('cache-control')).toContain('immutable')
      const plain = await visit(app, file, { headers: { 'Accept-Encoding': 'identity' } })
      expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, unpacked])
    }
  })

  test('shows no rows for a button, whatever model its action is of', async () => {
    const { body } = await admin.get(`/api/public/dashboard/${shared.uuid}`)
    const button = body.dashcards.at(-1)
    const { virtual_card: shown } = button.visualization_settings
    expect([button.card_id, shown.display]).toEqual([null, 'action'])
    const { body: own } = await admin.get(`/api/dashboard/${shared.dashboard.id}`)
    const model = own.dashcards.at(-1).card_id
    const path = `/api/public/dashboard/${shared.uuid}/dashcard/${button.id}/card/${model}`
    expect((await admin.get(path)).status).toBe(404)
  })

  test('says in a plain sentence why it is not there, with the right status', async () => {
    const { id } = shared.dashboard
    const exp = secondsFromNow(-120)
    const expired = signed({ resource: { dashboard: id }, params: {}, exp })
    for (const [path, status, words] of [
      ['/public/dashboard/00000000-0000-4000-8000-000000000000', 404, 'leads nowhere'],
      [`/public/question/${shared.uuid}`, 404, 'leads nowhere'],
      ['/public/dashboard/x', 400, 'not complete'],
      [`/embed/dashboard/${expired}`, 401, 'for a while only'],
      [`/embed/question/${tokenFor({ dashboard: id })}`, 400, 'not for a question'],
      ['/embed/dashboard/garbage', 400, 'token'],
      [`/embed/dashboard/${tokenFor({ dashboard: 4_000 })}`, 404, 'not there any more'],
    ] as const) {
      const answer = await visit(app, path)
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.text).toContain(words)
      expect(answer.text).toContain('<h1>')
    }
  })
})

describe('a dashboard', () => {
  const themes = ['light', 'night', 'transparent']
  test.each([1280, 768, 360])(
    'fits a window of %d pixels in every theme, and is in nobody’s way',
    async (width) => {
      await tab.setViewportSize({ width, height: 900 })
      for (const theme of themes) {
        await go(`${dashboardPath()}#theme=${theme}`)
        if (width === 1280) expect(await barriersOn(tab)).toEqual([])
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        )
        expect(await tab.locator(`.slot figure.${theme}`).count()).toBe(4)
        await theNumber('200').waitFor()
      }
      await tab.locator('.choices > summary').click()
      await tab.getByRole('checkbox', { name: 'Toys' }).waitFor()
      expect(await barriersOn(tab)).toEqual([])
      await tab.setViewportSize({ width: 1280, height: 900 })
    },
  )

  test('shows names as they are written, a failure without its reason, and no results', async () => {
    await go(dashboardPath())
    expect(await tab.locator('h1').innerText()).toBe('The shop <b>today</b>')
    expect(await card(injection).innerText()).toContain('No results')
    expect(await tab.locator('img, .card.text a').count()).toBe(1)
    const broken = card('Broken')
    expect(await broken.innerText()).not.toMatch(/secret|zero|select/i)
    const again = tab.waitForResponse(/dashcard/)
    await broken.getByRole('button', { name: 'Try again' }).click()
    expect((await again).status()).toBe(200)
    await broken.getByText('This question could not be answered.').waitFor()
    const chart = card('Products by category')
    await chart.getByText('Show as table').click()
    await chart.getByRole('cell', { name: 'Garden' }).waitFor()
    expect(await chart.locator('svg[role=img]').isVisible()).toBe(false)

    const both = card('Prices')
    await both.getByText('Show as table').click()
    const titles = await both.getByRole('columnheader').allInnerTexts()
    expect(titles.slice(1)).toEqual(['Prices over time ($)', 'Highest price ($)'])
    expect(String(await savedBy(both, 'CSV of Highest price'))).toContain(',Max of Price ($)\n')
  })

  test('takes every option from the hash, also when that changes', async () => {
    const options =
      'bordered=false&titled=false&theme=night&hide_parameters=price,on_sale&hide_download_button=true'
    await go(`${dashboardPath()}#${options}&category=Toys&tab=Products`)
    await theNumber('41').waitFor()
    expect(await tab.locator('h1').isVisible()).toBe(false)
    expect(await root().getAttribute('data-bordered')).toBe('false')
    expect(await tab.getByLabel('Price at least').isVisible()).toBe(false)
    expect(await tab.getByText('Category').first().isVisible()).toBe(true)
    expect(await tab.locator('.menu').first().isVisible()).toBe(false)
    await setHash('')
    await theNumber('200').waitFor()
    expect(await tab.locator('h1').isVisible()).toBe(true)
    expect(await root().getAttribute('data-bordered')).toBe('true')
    await tab.locator('figure.number.light').waitFor()
    expect(await tab.locator('.menu').first().isVisible()).toBe(true)
    await setHash('theme=transparent&hide_parameters=category,price,on_sale&tab=Details')
    await tab.locator('figure.table.transparent').waitFor()
    expect(await tab.locator('form.parameters').isVisible()).toBe(false)
  })

  test('is filtered by its controls, and downloads what it shows', async () => {
    await go(dashboardPath())
    const choices = tab.locator('.choices > summary')
    await choices.press('Enter')
    await tab.getByRole('searchbox').fill('gar')
    const garden = tab.getByRole('checkbox', { name: 'Garden' })
    await garden.waitFor()
    await tab.getByRole('checkbox', { name: 'Toys' }).waitFor({ state: 'detached' })
    await garden.press('Space')
    await theNumber('54').waitFor()
    await tab.keyboard.press('Escape')
    expect(await choices.evaluate('document.activeElement.tagName')).toBe('SUMMARY')
    expect(tab.url()).toContain('#category=Garden')
    await tab.locator('select[data-role=mode]').selectOption('before')
    await tab.getByLabel('Day, or first day').fill('2000-01-01')
    await theNumber('0').waitFor()
    await tab.getByRole('button', { name: 'Reset filters' }).click()
    await theNumber('200').waitFor()
    await tab.getByLabel('Price at least').fill('1000000')
    await tab.getByLabel('Price at least').press('Enter')
    await theNumber('0').waitFor()

    const note = tab.locator('.card.text', { hasText: 'Note' })
    expect(await note.innerText()).toMatch(/alert\(1\)\)$/)
    await setHash('category=Toys')
    await theNumber('41').waitFor()
    await note.getByText(/ on Toys$/).waitFor()
    const chart = card('Products by category')
    const bytes: Buffer[] = []
    for (const name of ['CSV', 'PNG picture', 'SVG picture']) bytes.push(await savedBy(chart, name))
    expect(bytes[0]?.toString()).toBe('Category,Count\nToys,41\n')
    expect(bytes[1]?.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes[2]?.toString()).toMatch(/^<svg.*Toys/s)
  })

  test('can be used by keyboard alone', async () => {
    await go(dashboardPath())
    const focused = () =>
      tab.evaluate('(document.activeElement.textContent || document.activeElement.id).trim()')
    await tab.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await tab.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Category:/)
    await tab.getByRole('tab', { name: 'Products' }).focus()
    await tab.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Details')
    await card('All products').getByRole('cell', { name: 'Travel Planner' }).waitFor()
    await card('Products by vendor').getByText('Grand totals').first().waitFor()
    await tab.getByText('Rename: only for people who are signed in.').waitFor()
    expect(await barriersOn(tab)).toEqual([])
    await tab.keyboard.press('Home')
    expect(await tab.getByRole('tabpanel').count()).toBe(1)
    expect(await focused()).toBe('Products')
  })

  test('keeps itself fresh, and can be printed', async () => {
    await tab.clock.install()
    await go(`${dashboardPath()}#refresh=60`)
    const again = tab.waitForResponse(/dashcard/)
    await tab.clock.fastForward(61_000)
    expect((await again).status()).toBe(200)
    await tab.emulateMedia({ media: 'print' })
    expect(await tab.locator('.tools').first().isVisible()).toBe(false)
    expect(await theNumber('200').isVisible()).toBe(true)
    await tab.emulateMedia({ media: null })
  })
})

describe('what is embedded', () => {
  test('is filtered by its token, of which nothing reaches the browser', async () => {
    const resource = { dashboard: shared.dashboard.id }
    const embed = (embedding_params: object) =>
      admin.put(`/api/dashboard/${shared.dashboard.id}`, {
        enable_embedding: true,
        embedding_params,
      })
    await embed({ category: 'enabled' })
    await go(`/embed/dashboard/${tokenFor(resource)}`)
    await tab.locator('.choices > summary').click()
    await tab.getByRole('checkbox', { name: 'Toys' }).click()
    await theNumber('41').waitFor()
    await embed({ category: 'locked', price: 'enabled' })
    const path = `/embed/dashboard/${tokenFor(resource, { category: 'Toys' })}`
    await go(`${path}#theme=night&price=1000000`)
    await theNumber('0').waitFor()
    await tab.getByRole('button', { name: 'Reset filters' }).click()
    await theNumber('41').waitFor()
    const { text } = await visit(app, path)
    expect(text).toContain(' on Toys</p>')
    expect(text.replace(' on Toys</p>', '')).not.toMatch(/Toys|"category|Category|on_sale/)
    expect(await barriersOn(tab)).toEqual([])
    expect((await visit(app, `${path}?category=Garden`)).status).toBe(400)
    expect((await visit(app, `${path}?on_sale=today`)).status).toBe(400)
    expect((await visit(app, `${path}?price=10`)).status).toBe(200)
    expect((await visit(app, `/embed/dashboard/${tokenFor(resource)}`)).status).toBe(400)
    await admin.put(`/api/dashboard/${shared.dashboard.id}`, { enable_embedding: false })
    const answer = await visit(app, path)
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('not embedded')])
  })
})

test('a link that is removed meanwhile shows no more', async () => {
  await go(questionPath())
  await tab.locator('svg[role=img]').waitFor()
  await go(dashboardPath())
  await admin.delete(`/api/dashboard/${shared.dashboard.id}/public_link`)
  await tab.getByLabel('Price at least').fill('3')
  await tab.getByLabel('Price at least').press('Enter')
  await tab.getByText('leads nowhere').waitFor()
  expect(await tab.locator('.card.question').count()).toBe(0)
  expect(await barriersOn(tab)).toEqual([])
})
