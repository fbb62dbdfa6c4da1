import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { commandLineOf } from '../support/command-line.ts'
import { adminEmail, startTestService, type TestService } from '../support/service.ts'

let app: TestService

beforeAll(async () => {
  app = await startTestService()
}, 60_000)

afterAll(() => app?.stop())

/** Runs one command against the service's data, as the terminal would. */
const cli = commandLineOf(() => app)

const list = async () => JSON.parse((await cli(['projections', 'list', '--json'])).out.join(''))

/** The sample's first sync is over, so nothing writes but the test. */
const atRest = async () => {
  const token = await app.logIn()
  for (;;) {
    const { body } = await app.call('GET', '/api/database/1', { token })
    if (body.initial_sync_status === 'complete') return
  }
}

describe('projections', () => {
  const run = (...args: string[]) => cli(['projections', ...args])
  const statesOf = async (name: string) =>
    (await list()).projections
      .find((projection: { name: string }) => projection.name === name)
      .builds.map(({ state }: { state: string }) => state)

  test('list tells how far each build is', async () => {
    await atRest()
    const { out } = await run('list')
    expect(out.join('\n')).toMatch(/user +1 {2}active +1 +\d+ +\d+ +0/)
    expect(out.join('\n')).toMatch(/Readers see position \d+ of \d+, \d+\.\d s behind\./)
    expect(await list()).toMatchObject({ failures: [], lagSeconds: expect.any(Number) })
  })

  test('a build is made, verified, put in use, taken back and dropped', async () => {
    const made = await run('rebuild', 'user')
    expect(made.out.join('\n')).toMatch(/Build \d+ of user is complete: \d+ events in/)
    const verified = await run('verify', 'user')
    expect(verified.out.join('\n')).toMatch(/users +1 {2}([0-9a-f]{16}) {2}\1 {2}equal/)
    expect(verified.out.join('\n')).toMatch(
      /Build \d+ of user is what it should be at position \d+/,
    )
    expect(await statesOf('user')).toEqual(['active', 'ready'])
    expect((await run('promote', 'user')).out.join()).toMatch(/is in use.*is kept/)
    expect(await statesOf('user')).toEqual(['previous', 'active'])
    expect((await run('rollback', 'user')).out.join()).toContain('is in use again')
    expect(await statesOf('user')).toEqual(['active', 'previous'])
    expect((await run('drop-old')).out.join()).toMatch(/^Dropped: build \d+ of user\.$/)
    expect(await statesOf('user')).toEqual(['active'])
    expect((await run('drop-old')).out.join()).toBe('There is no old build to drop.')
  })

  test('what cannot be done is a sentence', async () => {
    const problems = async (...args: string[]) => (await run(...args)).problems.join(' ')
    expect(await problems('rebuild', 'nobody')).toContain('There is no projection called nobody')
    expect(await problems('verify', 'group')).toContain('run projections rebuild group')
    expect(await problems('promote', 'group')).toContain('no finished build of group')
    expect(await problems('rollback', 'group')).toContain('no earlier build of group')
    expect(await problems('drop-old', 'group')).toContain('no old build of group')
    await run('rebuild', 'group')
    expect(await problems('promote', 'group')).toContain('has not been verified')
    expect(await problems('rebuild', 'group')).toContain('--fresh')
    expect(await problems('promote', 'group', '--force')).toBe('')
    await run('drop-old', 'group')
  })

  test('a row that was tampered with is found, and put right', async () => {
    await app.storage.pool.query(`update rm.users set first_name = 'Somebody else'`)
    await run('rebuild', 'user')
    const { out, problems } = await run('verify', 'user')
    expect(out.join('\n')).toMatch(/users +1 .* different/)
    expect(problems.join()).toContain('is not what it should be')
    expect((await run('promote', 'user')).problems.join()).toContain('is not what it should be')
    await run('promote', 'user', '--force')
    await run('drop-old', 'user')
    const token = await app.logIn()
    const { body } = await app.call('GET', '/api/user/current', { token })
    expect(body.first_name).toBe('Admin')
  })

  test('a rebuild that is interrupted goes on', async () => {
    const interrupt = new AbortController()
    interrupt.abort(new Error('Interrupted'))
    const { problems } = await cli(['projections', 'rebuild', 'user'], { interrupt })
    expect(problems).toEqual(['Interrupted.'])
    expect(await statesOf('user')).toEqual(['active', 'building'])
    expect((await run('rebuild', 'user')).out.join()).toContain('Went on with build')
    expect((await run('verify', 'user')).problems).toEqual([])
  })

  test('list names the streams left behind', async () => {
    await app.storage.pool.query(
      `insert into projections.failures (build, stream, position, error)
       select id, 'table-9', 3, 'does not parse' from projections.builds where projection = 'table'`,
    )
    const { out } = await run('list')
    expect(out.join('\n')).toMatch(/table +table-9 +3 {2}does not parse/)
    await run('rebuild', 'table')
    await run('promote', 'table', '--force')
    expect((await list()).failures).toEqual([])
  })
})

describe('events', () => {
  test('inspect shows a stream and covers personal data', async () => {
    const { out } = await cli(['events', 'inspect', 'user-1'])
    expect(out[0]).toMatch(/^\d{4}-.* user-1 #0 {2}UserRegistered {2}by start-up {2}\{/)
    expect(out[0]).toContain('"email":"«sealed»"')
    const first = JSON.parse((await cli(['events', 'inspect', 'instance', '--json'])).out[1] ?? '')
    expect(first).toMatchObject({ type: 'SetupCompleted', data: { email: '«sealed»', userId: 1 } })
  })

  test('inspect stops at the limit and says so', async () => {
    const { out, notes } = await cli(['events', 'inspect', 'database-1', '--limit', '1'])
    expect(out).toHaveLength(1)
    expect(notes.join()).toContain('more than 1')
  })

  test('a stream that is not there is a sentence', async () => {
    const { problems } = await cli(['events', 'inspect', 'user-404'])
    expect(problems).toEqual(['There is no stream user-404.'])
  })

  test('tail follows until it is interrupted', async () => {
    const interrupt = new AbortController()
    const tail = cli(['events', 'tail', '--json'], { interrupt })
    let ended = false
    void tail.then(() => {
      ended = true
    })
    while (!ended) await app.logIn()
    const { out } = await tail
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ type: 'UserLoggedIn', data: { userId: 1 } })
  })
})

describe('audit', () => {
  let home: string
  const inHome = (name: string) => join(home, name)
  const saved = async (name: string, args: readonly string[]) => {
    writeFileSync(inHome(name), `${(await cli(args)).out.join('\n')}\n`)
    return inHome(name)
  }
  const verify = async (file: string, ...more: readonly string[]) =>
    cli(['audit', 'verify', file, '--public-key', inHome('key.pem'), ...more])

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'cli-audit-'))
    await saved('key.pem', ['audit', 'public-key'])
  })
  afterAll(() => rmSync(home, { recursive: true }))

  test('an export is verified from its file and the key alone', async () => {
    const file = inHome('all.jsonl')
    const { problems, notes } = await cli(['audit', 'export', '--out', file])
    expect(problems).toEqual([])
    expect(notes.join()).toMatch(/^\d+ events and their manifest/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { out } = await verify(file)
    expect(out.join('\n')).toMatch(/is what was signed\.[\s\S]*This does not prove[\s\S]*--head/)
    const again = await cli(['audit', 'export', '--out', file])
    expect(again.problems).toEqual([`${file} is there already.`])
  })

  test('a part goes on from the part before, and is complete up to its own end', async () => {
    const [, part] = (await cli(['audit', 'export'])).out
    const { position } = JSON.parse(part ?? '').event
    const before = await saved('before.jsonl', ['audit', 'export', '--to', position])
    const after = await saved('after.jsonl', ['audit', 'export', '--from', position])
    const head = await saved('head.json', ['audit', 'head'])
    const { out } = await verify(after, '--previous', before, '--head', head)
    expect(out.join('\n')).toMatch(/Previous {3}goes on[\s\S]*Head {7}reaches it/)
    const lines = async (...given: readonly string[]) => {
      const { out, problems } = await verify(before, ...given)
      expect(problems).toEqual([])
      return out.join('\n')
    }
    expect(await lines('--head', head)).toMatch(
      /Head {7}goes on; .*up to its `to` \(position \d+\)/,
    )
    const since = await saved('since.json', ['audit', 'head', '--since', before])
    expect(await lines('--head', since)).toContain("by the head's consistency proof")
    expect(await lines('--head', after)).toMatch(
      /in the later file, the next one is at position \d+/,
    )
  })

  test('a file without an end is too short for a later head', async () => {
    const file = await saved('open.jsonl', ['audit', 'export'])
    await app.logIn()
    const head = await saved('later.json', ['audit', 'head'])
    const { problems } = await verify(file, '--head', head)
    expect(problems.join()).toMatch(/NOT what was signed:,.*The tail is missing/)
  })

  test('a changed line is named', async () => {
    const { out } = await cli(['audit', 'export'])
    writeFileSync(
      inHome('bad.jsonl'),
      `${out.join('\n').replace('"isSample":true', '"isSample":false')}\n`,
    )
    const { problems } = await verify(inHome('bad.jsonl'))
    expect(problems[1]).toMatch(/^ {2}Line \d+ was altered/)
  })

  test('what cannot be checked is neither sound nor unsound', async () => {
    const { problems, isUnchecked } = await verify(inHome('nowhere.jsonl'))
    expect(isUnchecked).toBe(true)
    expect(problems).toEqual([`${inHome('nowhere.jsonl')} cannot be read (ENOENT).`])
    const without = await cli(['audit', 'verify', inHome('all.jsonl')])
    expect(without.isUnchecked).toBe(true)
    expect(without.problems.join()).toContain("required option '--public-key <file>'")
    const noKey = ['audit', 'verify', inHome('all.jsonl'), '--public-key', inHome('all.jsonl')]
    expect((await cli(noKey)).problems.join()).toContain('is not an Ed25519 public key')
    expect(
      (await verify(inHome('all.jsonl'), '--head', inHome('key.pem'))).problems.join(),
    ).toContain('is neither a head nor an export')
  })
})

describe('admin', () => {
  const password = 'seven quiet lanterns'
  const create = ['admin', 'create', '--first-name', 'Grace', '--last-name', 'Hopper', '--email']

  test('create makes an admin who can log in', async () => {
    const { out, problems } = await cli([...create, 'grace@example.com'], { password })
    expect({ out, problems }).toEqual({
      out: ['grace@example.com is an admin now and can log in.'],
      problems: [],
    })
    const token = await app.logIn('grace@example.com', password)
    const { body } = await app.call('GET', '/api/user/current', { token })
    expect(body).toMatchObject({ is_superuser: true, common_name: 'Grace Hopper' })
  })

  test('create refuses a taken address, a weak password and what is no address', async () => {
    expect((await cli([...create, adminEmail], { password })).problems.join()).toContain('e-mail')
    const weak = await cli([...create, 'ada@example.com'], { password: 'password' })
    expect(weak.problems.join()).toContain('password')
    const none = await cli([...create, 'nobody'], { password })
    expect(none.problems).toEqual(['--email must be a valid e-mail address.'])
  })

  test('reset-password lets them in with the new one and ends their sessions', async () => {
    const token = await app.logIn('grace@example.com', password)
    const reset = ['admin', 'reset-password', '--email', 'Grace@Example.com']
    expect((await cli(reset, { password: 'nine loud trombones' })).problems).toEqual([])
    expect((await app.call('GET', '/api/user/current', { token })).status).toBe(401)
    await app.logIn('grace@example.com', 'nine loud trombones')
    const nobody = await cli(['admin', 'reset-password', '--email', 'x@example.com'], { password })
    expect(nobody.problems).toEqual(['Nobody has the e-mail address x@example.com.'])
  })

  test('reset-link prints a link that sets the password, where there is no mail', async () => {
    const { out, problems } = await cli(['admin', 'reset-link', 'Grace@Example.com'])
    expect({ out, problems }).toEqual({
      out: [expect.stringMatching(/^http:\/\/\S+\/auth\/reset_password\/[\w-]{43}$/)],
      problems: [],
    })
    const token = out[0]?.split('/').at(-1)
    const body = { token, password: 'five slow accordions' }
    const reset = await app.call('POST', '/api/session/reset_password', { body })
    expect(reset.status).toBe(200)
    await app.logIn('grace@example.com', 'five slow accordions')
  })
})
