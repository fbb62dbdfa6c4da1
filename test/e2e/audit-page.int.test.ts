import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { asAdmin, type Caller } from '../support/caller.ts'
import { launchChromium } from '../support/chromium.ts'
import { signIn as signInFor } from '../support/page-visitor.ts'
import { createPerson, somePassword } from '../support/people.ts'
import { permissionWorld } from '../support/permission-world.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { barriersOn, openWatched, type WatchedPage } from '../support/watched-page.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(60_000)

let app: TestService
let admin: Caller
let browser: Browser
let world: Awaited<ReturnType<typeof permissionWorld>>
let adminCookie: string

const home = '/audit/permissions'

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  world = await permissionWorld(app, admin)
  adminCookie = await signInFor(app, adminEmail, adminPassword)
  browser = await launchChromium()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
}, 30_000)

let context: BrowserContext
let page: Page
/** Every page a test opened; `page` is the last one. */
let watched: WatchedPage[]

const open = async (options: BrowserContextOptions = {}, cookie: string | null = adminCookie) => {
  await context?.close()
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const [name = '', value = ''] = (cookie ?? '').split('=')
  const known = {
    name,
    value,
    url: `${app.url}/audit`,
    httpOnly: true,
    sameSite: 'Strict',
  } as const
  if (cookie !== null) await context.addCookies([known])
  const opened = await openWatched(context)
  watched.push(opened)
  page = opened.page
}

const go = (path: string) => page.goto(`${app.url}${path}`)

beforeEach(async () => {
  watched = []
  await open()
}, 30_000)

afterEach(async () => {
  await context.close()
  expect(watched.flatMap(({ complaints }) => complaints)).toEqual([])
  const addresses = watched.flatMap((one) => one.addresses)
  expect(addresses.filter((it) => !it.startsWith(app.url) && it !== 'data:,')).toEqual([])
})

const barriers = () => barriersOn(page)

const cell = (group: string) =>
  page.locator('.matrix tbody tr').filter({ hasText: group }).locator('td').first()

/** What a reader reads, on one line. */
const read = async (place: Locator) => (await place.innerText()).replace(/\s+/g, ' ')

const moment = () => read(page.locator('#moment'))

describe('signing in with a browser', () => {
  beforeEach(() => open({}, null))

  test('by keyboard alone, past a wrong password, to where one wanted to be', async () => {
    await go(`${home}?as_of=2`)
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Tab')
    await page.keyboard.type(adminEmail)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.locator('[role=alert]').waitFor()
    expect(await barriers()).toEqual([])
    await page.locator('[name=password]').focus()
    await page.keyboard.type(adminPassword)
    await page.keyboard.press('Enter')
    await page.locator('#moment').waitFor()
    expect(page.url()).toBe(`${app.url}${home}?as_of=2`)
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('as somebody else than an admin ends at a page that says so', async () => {
    const { email } = await createPerson(admin)
    await open({}, await signInFor(app, email, somePassword))
    await go(home)
    expect(await page.locator('main').innerText()).toContain('Only admins may see this page.')
    expect(await barriers()).toEqual([])
  })
})

describe('the page', () => {
  test('shows now: levels in words, people counted, what the last revision changed', async () => {
    await go(home)
    expect(await moment()).toMatch(/^Now – the last change was revision 3, /)
    expect(await read(cell('Administrators'))).toMatch(/all ✓ SQL/)
    expect(await read(cell('Finance'))).toMatch(/some – no SQL/)
    expect(await read(cell('Sales'))).toBe(
      'changed was ○ none → , is now ● all was – no SQL → , is now ✓ SQL',
    )
    expect(await page.locator('.matrix tr').filter({ hasText: 'Finance' }).innerText()).toContain(
      '1 person',
    )
    await cell('Finance').locator('summary').press('Enter')
    expect(await read(cell('Finance'))).toContain('public.orders: read')
  })

  test.each([
    ['light', ['', '?as_of=0', '?as_of=2&user=1&what=sql-1']],
    ['dark', ['', '?as_of=3&user=2&what=database-1']],
  ] as const)('has nothing in the way of anybody, in %s colours', async (colorScheme, queries) => {
    await open({ colorScheme })
    for (const query of queries) {
      await go(`${home}${query}`)
      expect(await barriers()).toEqual([])
    }
  })

  test('shows what people wrote as text, whatever it looks like', async () => {
    await go(`${home}?as_of=2&user=${world.personId}&what=table-${world.tableId}`)
    expect(await page.locator('body').innerText()).toContain('<script>alert(1)</script>')
    expect(await page.locator('.matrix').innerText()).toContain('Warehouse <b>&"1"</b>')
    expect(await page.locator('main script, main b').count()).toBe(0)
  })

  test('goes back in time by the keyboard, the slider keeping the focus', async () => {
    await go(home)
    await page.evaluate('window.stays = true')
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(`${app.url}${home}?as_of=2`)
    expect(await moment()).toMatch(/^Revision 2 – .*: Orders for Finance/)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Revision 2, .* UTC, by \S/)
    expect(await read(cell('Finance'))).toMatch(/^changed/)
    expect(await page.locator('[aria-current=true]').innerText()).toBe('Revision 2')
    await page.keyboard.press('Home')
    await page.waitForURL(`${app.url}${home}?as_of=0`)
    expect(await moment()).toBe('Before the first revision')
    expect(await page.evaluate('document.activeElement.id')).toBe('slider')
    expect(await page.evaluate('window.stays')).toBe(true)
    await page.getByRole('link', { name: 'Later ›' }).press('Enter')
    await page.waitForURL(`${app.url}${home}?as_of=1`)
    expect(await barriers()).toEqual([])
  })

  test('explains at the moment that is shown, keeping it', async () => {
    await go(`${home}?as_of=1`)
    const ask = async (what: string) => {
      await page.getByLabel('Who').selectOption(String(world.personId))
      const [value] = await page.getByLabel('What').selectOption({ label: what })
      await page.getByRole('button', { name: 'Explain' }).press('Enter')
      await page.waitForURL((url) => url.searchParams.get('what') === value)
      await page.locator('.verdict').waitFor()
      return page.locator('.verdict').innerText()
    }
    expect(await ask('public.orders')).toMatch(/Grace Hopper may query table orders because of/)
    expect(page.url()).toContain('as_of=1')
    await page.getByRole('slider').press('End')
    await page.waitForURL(/as_of=3/)
    expect(await page.locator('.verdict').innerText()).toMatch(/because of group Finance/)
    expect(await ask('SQL on Sample Database')).toMatch(/Grace Hopper may not run SQL on/)
    expect(page.url()).toContain('as_of=3')
  })

  test('fits a narrow screen: only tables scroll', async () => {
    await open({ viewport: { width: 360, height: 740 } })
    await go(`${home}?as_of=3&user=${world.personId}&what=database-1`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expect(await barriers()).toEqual([])
  })

  test('sends whoever was signed out meanwhile to the sign-in form', async () => {
    await open({}, await signInFor(app, adminEmail, adminPassword))
    await go(home)
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${app.url}${home}`)
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('slider').press('ArrowLeft')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(page.url()).toBe(`${app.url}${home}?as_of=2`)
  })
})

test('what a revision changed is a link away from its cell, without a script', async () => {
  await open({ javaScriptEnabled: false, viewport: { width: 700, height: 500 } })
  await go(`${home}?as_of=2`)
  expect(await page.locator('#changes tbody tr').count()).toBe(1)
  await page.locator('#changes tbody a').click()
  await page.locator('.matrix td:target').waitFor()
  const box = await page.locator('.matrix td:target').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(500)
  expect(await page.locator('.matrix td:target').getAttribute('class')).toBe('changed')
})

test('a moment that never was leads back, and out', async () => {
  await go(`${home}?as_of=99`)
  expect(await barriers()).toEqual([])
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1)
  await page.getByRole('link', { name: 'Permissions over time' }).click()
  await page.locator('#moment').waitFor()
})

test('everything works without a script', async () => {
  await open({ javaScriptEnabled: false })
  await go(home)
  await page.getByRole('slider').press('Home')
  await page.getByRole('slider').press('ArrowRight')
  await page.getByRole('button', { name: 'Show this revision' }).press('Enter')
  await page.waitForURL(/as_of=1/)
  expect(await moment()).toMatch(/^Revision 1 – .*: Everybody may look, nobody may change$/)
  await page.getByRole('link', { name: 'Revision 3' }).click()
  await page.waitForURL(/as_of=3/)
  await page.getByLabel('A day, or a time').fill('2020-01-01')
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.waitForURL(/as_of=2020-01-01/)
  expect(await page.locator('#matrix').innerText()).toContain('no groups')
})

test('a long history is shown in pages, around the moment shown', async () => {
  const cells = (from: 'all' | 'none', to: 'all' | 'none') => [
    {
      right: 'data' as const,
      group: world.groups.Sales ?? 0,
      database: world.databaseId,
      from,
      to,
    },
  ]
  for (let n = 0; n < 25; n += 1) {
    const [from, to] = n % 2 === 0 ? (['all', 'none'] as const) : (['none', 'all'] as const)
    await world.revise(cells(from, to), n % 5 === 0 ? `Round ${n}` : null)
  }
  await go(home)
  const listed = () => page.locator('.timeline li a').allInnerTexts()
  expect((await listed()).at(0)).toBe('Revision 28')
  expect(await listed()).toHaveLength(20)
  await page.getByRole('link', { name: 'Older ›' }).click()
  await page.waitForURL(/from=8/)
  expect((await listed()).at(-1)).toBe('Revision 1')
  await go(`${home}?as_of=2`)
  expect(await listed()).toContain('Revision 2')
  expect(await barriers()).toEqual([])
})
