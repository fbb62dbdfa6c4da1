import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type SmtpMailer, smtpMailer } from '../../../infra/mail/smtp-mailer.ts'
import type { SmtpSettings } from '../../../infra/mail/smtp-settings.ts'
import type { MailProblem } from '../../../shared/ports/mailer.ts'
import { smtpAuthority, startSmtp, type TestSmtp } from '../../support/smtp.ts'
import { until } from '../../support/until.ts'

const opened: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const it of opened.splice(0).reverse()) await it.stop()
})

const start = async (options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> => {
  const server = await startSmtp(options)
  opened.push(server)
  return server
}

const plain = ({ port }: { readonly port: number }): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: null,
  password: null,
  fromAddress: 'analytics@example.com',
  fromName: 'Analytics',
  replyTo: [],
})

const patient = { greetingMs: 10_000, sendMs: 10_000 }

const mailerOf = (settings: () => SmtpSettings, timeouts = patient): SmtpMailer => {
  const mailer = smtpMailer({
    settings: async () => settings(),
    timeouts,
    authority: smtpAuthority,
  })
  opened.push({ stop: () => mailer.close() })
  return mailer
}

const mail = { to: ['ada@example.com'], subject: 'A mail', text: 'Hello' }

const problemOf = (mailer: SmtpMailer, sent = mail): Promise<MailProblem> =>
  mailer.send(sent).then(
    () => {
      throw new Error('it was taken')
    },
    (error) => error,
  )

test('sends text, HTML and attachments, several times over one connection', async () => {
  const server = await start()
  const mailer = mailerOf(() => ({ ...plain(server), replyTo: ['help@example.com'] }))
  expect(await mailer.isConfigured()).toBe(true)
  await mailer.send({
    ...mail,
    to: ['ada@example.com', 'bob@example.com'],
    html: '<p>Hello <img src="cid:chart"></p>',
    attachments: [
      {
        filename: 'a.png',
        contentType: 'image/png',
        content: Buffer.from('picture'),
        cid: 'chart',
      },
    ],
  })
  await mailer.send(mail)
  const [first] = server.received
  expect(server.received).toHaveLength(2)
  expect(server.openConnections).toBe(1)
  expect(first?.from).toBe('analytics@example.com')
  expect(first?.to).toEqual(['ada@example.com', 'bob@example.com'])
  expect(first?.source).toContain('From: Analytics <analytics@example.com>')
  expect(first?.source).toContain('Reply-To: help@example.com')
  expect(first?.source).toContain('Content-ID: <chart>')
  expect(first?.source).toContain(Buffer.from('picture').toString('base64'))
  expect(first?.source).toContain('Auto-Submitted: auto-generated')
})

test('a change of settings holds for the next mail, and the old connection is closed', async () => {
  const [one, other] = [await start(), await start()]
  let settings = plain(one)
  const mailer = mailerOf(() => settings)
  await mailer.send(mail)
  settings = plain(other)
  await mailer.send(mail)
  expect([one.received.length, other.received.length]).toEqual([1, 1])
  await until(
    async () => one.openConnections,
    (open) => open === 0,
  )
  settings = { ...settings, host: null }
  expect(await mailer.isConfigured()).toBe(false)
  expect(await problemOf(mailer)).toMatchObject({ isPermanent: false })
})

describe('nobody can add a header, or a recipient', () => {
  test('by a line feed in a subject or a name', async () => {
    const server = await start()
    const fromName = 'A\r\nBcc: thief@example.com\r\n\r\nbody'
    const mailer = mailerOf(() => ({ ...plain(server), fromName }))
    const filename = 'a"\r\nBcc: thief@example.com'
    const attachment = { filename, contentType: 'text/plain\r\nX: y', content: Buffer.from('a') }
    await mailer.send({
      ...mail,
      subject: 'Hi\r\nBcc: thief@example.com\u2028X-Evil: 1',
      attachments: [{ ...attachment, cid: 'a>\r\nX-Evil: 1' }],
    })
    const [received] = server.received
    expect(received?.to).toEqual(['ada@example.com'])
    expect(received?.source).not.toMatch(/^(bcc|x-evil|x):/im)
  })

  test.each([
    'ada@example.com, thief@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nRCPT TO:<thief@example.com>',
    '"a b"@example.com',
    'ada',
    '',
  ])('by the address %j', async (address) => {
    const server = await start()
    const problem = await problemOf(
      mailerOf(() => plain(server)),
      { ...mail, to: [address] },
    )
    expect(problem).toMatchObject({ name: 'MailProblem', isPermanent: true })
    expect(server.tries).toBe(0)
  })

  test('letters of any alphabet arrive as they are', async () => {
    const server = await start()
    await mailerOf(() => plain(server)).send({ ...mail, subject: 'Grüße 你好' })
    expect(server.received[0]?.source).toMatch(/Subject: =\?UTF-8\?/)
  })
})

describe('encryption', () => {
  test.each([
    ['starttls', { startTls: true }],
    ['tls', { startTls: true }],
    ['ssl', { secure: true }],
  ] as const)('%s encrypts, and logs in', async (security, options) => {
    const login = { user: 'analytics', password: 'open sesame' }
    const server = await start({ ...options, login })
    const named = { username: login.user, password: login.password }
    await mailerOf(() => ({ ...plain(server), security, ...named })).send(mail)
    expect(server.received).toMatchObject([{ encrypted: true, user: 'analytics' }])
  })

  test('is never left out where it was asked for', async () => {
    const server = await start()
    const problem = await problemOf(mailerOf(() => ({ ...plain(server), security: 'starttls' })))
    expect(problem.message).toMatch(/encrypted connection/)
    expect(server.tries).toBe(0)
  })

  test('takes no certificate of just anybody', async () => {
    const server = await start({ secure: true })
    const settings = async () => ({ ...plain(server), security: 'ssl' as const })
    const mailer = smtpMailer({ settings, timeouts: patient })
    opened.push({ stop: () => mailer.close() })
    expect((await problemOf(mailer)).message).toMatch(/certificate/)
  })
})

describe('what goes wrong is told in words for an administrator, without addresses', () => {
  test.each([
    ['recipient 450', false, /refused the recipient\. It answered 450 4\.2\.1\.$/],
    ['recipient 550', true, /refused the recipient\. It answered 550 5\.1\.1\.$/],
    ['content 554', true, /refused the mail\. It answered 554 5\.7\.1\.$/],
    ['cut', false, /connection/],
  ] as const)('%s', async (mood, isPermanent, words) => {
    const server = await start()
    server.mood = mood
    const problem = await problemOf(mailerOf(() => plain(server)))
    expect(problem).toMatchObject({ isPermanent, message: expect.stringMatching(words) })
    expect(problem.message).not.toContain('ada@')
  })

  test('a server that takes for ever is given up', async () => {
    const server = await start()
    server.mood = 'slow'
    const problem = await problemOf(mailerOf(() => plain(server), { ...patient, sendMs: 300 }))
    expect(problem).toMatchObject({ isPermanent: false })
    expect(problem.message).toMatch(/too long|in time/)
    await until(
      async () => server.openConnections,
      (open) => open === 0,
    )
  })

  test('one that says nothing at all, or is not there', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const mailer = mailerOf(() => plain({ port }), { ...patient, greetingMs: 200 })
    expect((await problemOf(mailer)).message).toMatch(/in time/)
    await new Promise((resolve) => silent.close(resolve))
    expect((await problemOf(mailer)).message).toMatch(/refuses connections/)
  })

  test('a login that is wrong', async () => {
    const server = await start({ login: { user: 'analytics', password: 'open sesame' } })
    const wrong = { username: 'analytics', password: 'guess 17' }
    const problem = await problemOf(mailerOf(() => ({ ...plain(server), ...wrong })))
    expect(problem).toMatchObject({ isPermanent: false })
    expect(problem.message).toMatch(/refused the login/)
    expect(problem.message).not.toContain('guess 17')
  })
})
