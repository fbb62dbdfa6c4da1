import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { openWithExceljs } from '../query-service/engine/export/open-workbook.ts'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { mailHeaders, mailParts, words } from '../support/mime.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { injection, type SharedDashboard, shareDashboard } from '../support/shared-dashboard.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { until as untilWithin } from '../support/until.ts'
import { startWebhook, type TestWebhook } from '../support/webhook.ts'

jest.setTimeout(60_000)

/** Longer than anything takes where nothing else is going on: the machine may be busy. */
const until = <T>(ask: () => Promise<T>, isRight: (answer: T) => boolean) =>
  untilWithin(ask, isRight, 40_000)

let smtp: TestSmtp
let chat: TestWebhook
let app: TestService
let admin: Caller
let shared: SharedDashboard
let path: string

const daily = { schedule_type: 'daily', schedule_hour: 8 }
const mailTo = (...recipients: object[]) => ({ ...daily, channel_type: 'email', recipients })
const stranger = { email: 'stranger@example.org' }

beforeAll(async () => {
  ;[smtp, chat] = await Promise.all([startSmtp(), startWebhook()])
  app = await startTestService({
    environment: {
      EMAIL_SMTP_HOST: smtp.host,
      EMAIL_SMTP_PORT: String(smtp.port),
      EMAIL_FROM_ADDRESS: 'reports@example.com',
      HTTP_ACTION_ALLOWED_HOSTS: chat.host,
    },
    hooks: { subscriptionWaits: Array.from({ length: 1_000 }, () => 250) },
  })
  admin = await asAdmin(app)
  shared = await shareDashboard(admin)
  path = `/api/dashboard/${shared.dashboard.id}/subscriptions`
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await Promise.all([smtp?.stop(), chat?.stop()])
}, 30_000)

let before = 0
beforeEach(() => {
  smtp.mood = 'take'
  before = smtp.received.length
})
/** Mails that came since the test began. */
const mails = () => smtp.received.slice(before)

const made = async (caller: Caller, body: object, under = path) => {
  const answer = await caller.post(under, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const runsOf = async ({ id }: { id: number }, under = path) =>
  (await admin.get(`${under}/${id}/runs`)).body as readonly Record<string, unknown>[]

/** The tries of a time once one ended it; the last first. */
const ended = async (subscription: { id: number }, run: string, under = path) => {
  const tries = async () => (await runsOf(subscription, under)).filter((one) => one.run === run)
  return until(tries, ([last]) => last?.outcome !== 'requested' && last?.retry_at === null)
}

const sent = async (subscription: { id: number }, under = path) => {
  const { body } = await admin.post(`${under}/${subscription.id}/send`, { to: 'all' })
  return ended(subscription, body.run, under)
}

/** As if its time had come: its plan is there by then. */
const makeDue = ({ id }: { id: number }) =>
  until(
    async () => {
      const { rowCount } = await app.storage.pool.query(
        `update side.subscription_jobs set due_at = now() - interval '90 min', not_before = now()
          where subscription_id = $1 and send = ''`,
        [id],
      )
      return rowCount
    },
    (count) => count === 1,
  )

type Named = { readonly id: number; readonly name: string }

const cardNamed = async (name: string) => {
  const { body } = await admin.get(`/api/dashboard/${shared.dashboard.id}`)
  const all = body.dashcards.flatMap((one: { card: Named | null; series: readonly Named[] }) => [
    ...(one.card ? [one.card] : []),
    ...one.series,
  ])
  const { id } = all.find((card: Named) => card.name === name)
  return id as number
}

test('a mail holds what the dashboard shows, with the filters set, and its files', async () => {
  const { body: me } = await admin.get('/api/user/current')
  const all = await cardNamed('All products')
  const subscription = await made(admin, {
    name: `The shop ${injection}`,
    channels: [mailTo({ id: me.id }, stranger)],
    parameters: [{ id: 'cat', value: ['Garden'] }],
    cards: [
      { id: shared.cardId, include_csv: true },
      { id: all, include_csv: true, include_xls: true },
      { id: await cardNamed('Broken') },
      // It stands in the picture of another one.
      { id: await cardNamed('Highest price') },
    ],
  })
  expect(subscription).toMatchObject({ status: 'active', archived: false, can_write: true })
  expect(subscription.channels[0].next_at).toMatch(/T08:00:00.000Z$/)

  expect(await sent(subscription)).toMatchObject([
    { outcome: 'sent', attempt: 1, sent_to: 2, reason: null, channel_type: 'email' },
    { outcome: 'requested' },
  ])
  const [one, other] = mails()
  if (!one || !other) throw new Error('two mails were to come')
  expect([one.to, other.to].sort()).toEqual([['admin@example.com'], ['stranger@example.org']])
  const [headers, otherHeaders] = [one, other].map(({ source }) => mailHeaders(source))
  expect(words(headers?.get('subject'))).toBe(`The shop ${injection}`)
  expect(headers?.get('message-id')).toMatch(/^<[0-9a-f]{32}@example\.com>$/)
  expect(headers?.get('message-id')).not.toBe(otherHeaders?.get('message-id'))

  const parts = mailParts(one.source)
  const [html, text] = ['text/html', 'text/plain'].map((type) =>
    parts.find((part) => part.type === type)?.body.toString(),
  )
  expect(html).toContain('The shop &lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/<img(?! src="cid:)|<script|<link|url\(|src="(?!cid:)|href="javascript/)
  expect(html).toContain('Category: Garden')
  for (const words of [
    'Products by category',
    'Prices over time',
    'What we sell',
    'This question could not be',
  ])
    for (const it of [html, text]) expect(it).toContain(words)
  expect(text).toContain('| ')
  expect([html, text].join()).not.toMatch(/division|secret_column|Number of products/)
  const [, cid] = html?.match(/src="cid:([^"]+)"/) ?? []
  const picture = parts.find(({ headers: of }) => of.get('content-id') === `<${cid}>`)
  expect(picture?.type).toBe('image/png')
  expect(picture?.body.subarray(1, 4).toString()).toBe('PNG')

  const files = parts.filter(({ headers: of }) =>
    of.get('content-disposition')?.startsWith('attachment'),
  )
  expect(files.map(({ type }) => type)).toEqual([
    'text/csv',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  expect(files[0]?.body.toString()).toMatch(/^Category,Count\r?\nGarden,\d+\r?\n$/)
  const { sheet } = await openWithExceljs(files[2]?.body ?? Buffer.alloc(0))
  const lines = files[1]?.body.toString().trim().split('\n')
  expect(sheet.rowCount).toBe(lines?.length)
  expect(sheet.rowCount).toBeGreaterThan(20)
})

test('a chat is told by a webhook that nobody is shown, again where it was busy', async () => {
  chat.status = 500
  const channel = { ...daily, channel_type: 'slack' }
  const subscription = await made(admin, {
    channels: [{ ...channel, details: { webhook_url: chat.url, channel: '#shop' } }],
  })
  expect(JSON.stringify(subscription)).not.toContain('secret')
  const { body } = await admin.post(`${path}/${subscription.id}/send`, { to: 'all' })
  await until(
    async () => chat.received.length,
    (count) => count > 0,
  )
  chat.status = 200
  const [last, first] = await ended(subscription, body.run)
  expect(last).toMatchObject({ outcome: 'sent', sent_to: 1 })
  expect(first).toMatchObject({ outcome: 'failed', reason: 'The chat answered 500.' })
  const message = chat.received.at(-1)
  expect(message.channel).toBe('#shop')
  expect(message.text).toContain('*The shop &lt;b&gt;today&lt;/b&gt;*')
  expect(message.text).toMatch(/\*Number of products\*\nCount: \d+/)
  expect(message.blocks.length).toBeGreaterThan(5)

  const elsewhere = { webhook_url: 'http://127.0.0.1:1/hook' }
  const { body: changed } = await admin.put(`${path}/${subscription.id}`, {
    channels: [{ ...channel, details: elsewhere }],
  })
  expect(await sent(changed)).toMatchObject([{ outcome: 'failed', sent_to: 0 }, {}])
})

test('by schedule it is sent once, however many would send it, and again at its next time', async () => {
  const subscription = await made(admin, { channels: [mailTo(stranger)] })
  await app.startTwin()
  await makeDue(subscription)
  const runs = await until(
    () => runsOf(subscription),
    (all) => all.length > 0,
  )
  expect(runs).toMatchObject([{ outcome: 'sent', sent_to: 1, attempt: 1 }])
  const { rows } = await app.storage.pool.query(
    'select due_at > now() as is_ahead from side.subscription_jobs where subscription_id = $1',
    [subscription.id],
  )
  expect(rows).toEqual([{ is_ahead: true }])
  expect(mails()).toHaveLength(1)
})

test('what no server takes is kept, over a restart too, and sent once one does', async () => {
  const subscription = await made(admin, { channels: [mailTo(stranger)] })
  await smtp.pause()
  const { body } = await admin.post(`${path}/${subscription.id}/send`, { to: 'all' })
  const [failed] = await until(
    () => runsOf(subscription),
    ([last]) => last?.outcome === 'failed',
  )
  expect(failed?.reason).toMatch(/^The mail server refuses connections/)
  expect(failed?.retry_at).not.toBeNull()
  await app.restart()
  await smtp.resume()
  const [last] = await ended(subscription, body.run)
  expect(last).toMatchObject({ outcome: 'sent', sent_to: 1 })
  expect(last?.attempt).toBeGreaterThan(1)
  expect(mails()).toHaveLength(1)
})

test('it has the rights of whoever subscribed, ends with them, and goes on when they are back', async () => {
  const user = await asNewUser(app, admin)
  const { body: me } = await user.get('/api/user/current')
  const subscription = await made(user, { channels: [mailTo({ id: me.id })] })
  const other = await asNewUser(app, admin)
  expect((await other.get(path)).body).toEqual([])
  expect((await other.get(`${path}/${subscription.id}/runs`)).status).toBe(403)
  expect((await other.put(`${path}/${subscription.id}`, { name: 'x' })).status).toBe(403)

  const grant = async (level: string) => {
    const { body } = await admin.get('/api/collection/graph')
    const groups = { 1: { root: level } }
    await admin.put('/api/collection/graph', { revision: body.revision, groups })
  }
  const shown = async () => (await user.get(path)).body[0]
  await grant('none')
  const stopped = await until(shown, ({ status }) => status === 'stopped')
  expect(stopped.stopped_reason).toMatch(/may not see all of the dashboard any more/)
  expect(stopped.channels[0]).toMatchObject({ next_at: null, recipients: [{ id: me.id }] })
  const { stopped_reason: reason } = stopped
  expect(await sent(subscription)).toMatchObject([{ outcome: 'stopped', reason, sent_to: 0 }, {}])
  await grant('write')
  await until(shown, ({ status }) => status === 'active')

  await admin.put(`/api/dashboard/${shared.dashboard.id}`, { archived: true })
  await until(shown, ({ stopped_reason: reason }) => reason === 'The dashboard is archived.')
  await admin.put(`/api/dashboard/${shared.dashboard.id}`, { archived: false })

  await admin.delete(`/api/user/${me.id}`)
  expect(await sent(subscription)).toMatchObject([{ outcome: 'stopped', sent_to: 0 }, {}])
  expect(mails()).toEqual([])
})

test('with nothing to show it is not sent, if so wished, nor often; to oneself it is', async () => {
  const { body: databases } = await admin.get('/api/database')
  const { body: card } = await admin.post('/api/card', {
    name: 'Nothing',
    display: 'table',
    dataset_query: {
      database: databases.data[0].id,
      type: 'native',
      native: { query: 'select 1 as one where false' },
    },
    visualization_settings: {},
  })
  const { body: dashboard } = await admin.post('/api/dashboard', { name: 'Empty' })
  await admin.post(`/api/dashboard/${dashboard.id}/cards`, {
    ...{ cardId: card.id, row: 0, col: 0, sizeX: 4, sizeY: 4 },
  })
  const under = `/api/dashboard/${dashboard.id}/subscriptions`
  const body = { channels: [mailTo(stranger)], skip_if_empty: true }
  const subscription = await made(admin, body, under)
  expect(await sent(subscription, under)).toMatchObject([{ outcome: 'skipped-empty' }, {}])
  const again = () => admin.post(`${under}/${subscription.id}/send`, { to: 'all' })
  for (let times = 1; times < 10; times += 1) expect(await again()).toMatchObject({ status: 200 })
  const refused = await again()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  const { body: toMe } = await admin.post(`${under}/${subscription.id}/send`)
  expect(await ended(subscription, toMe.run, under)).toMatchObject([{ outcome: 'sent' }, {}])
  expect(mails().map(({ to }) => to)).toEqual([['admin@example.com']])
  await admin.delete(`${under}/${subscription.id}`)
  expect((await admin.get(under)).body).toEqual([])
})
