import { readFile, stat, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { keptTables, leftOutTables } from '../../../infra/backup/tables.ts'
import { continuedLog } from '../../../infra/event-store/continued-log.ts'
import { readSeam } from '../../../infra/event-store/log-home.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import { migrate } from '../../../infra/migrations/migrate.ts'
import { bindToKey } from '../../../infra/security/key-check.ts'
import { idKinds } from '../../../shared/ports/id-sequences.ts'
import { type BackupLab, backupLab, readModelRows } from '../../support/backup-lab.ts'
import { asAdmin, type Caller } from '../../support/caller.ts'
import { collect } from '../../support/events.ts'
import { quiet } from '../../support/quiet.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../../support/service.ts'

let lab: BackupLab
let app: TestService
let admin: Caller
let file: string
let apiKey: string
let database: string
let atThatTime: Awaited<ReturnType<typeof readModelRows>>
let eventsThen: number

/** Something of each kind that has ids of its own, and a secret. */
const fill = async () => {
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Analysts' })
  const person = {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Byron',
    password: 'a fine password',
  }
  const { body: ada } = await admin.post('/api/user', person)
  await admin.post('/api/permissions/membership', { group_id: group.id, user_id: ada.id })
  const { body: collection } = await admin.post('/api/collection', { name: 'Reports' })
  const { body: dashboard } = await admin.post('/api/dashboard', {
    name: 'Sales',
    collection_id: collection.id,
  })
  await admin.put(`/api/dashboard/${dashboard.id}`, {
    tabs: [{ id: -1, name: 'First' }],
    dashcards: [
      { id: -1, card_id: null, dashboard_tab_id: -1, row: 0, col: 0, size_x: 4, size_y: 3 },
    ],
  })
  const secret = await admin.put('/api/setting/email-smtp-password', {
    value: 'a secret in the vault',
  })
  expect(secret.status).toBeLessThan(300)
  const { body: key } = await admin.post('/api/api-key', { name: 'nightly', scope: 'read' })
  return key
}

beforeAll(async () => {
  lab = await backupLab()
  app = await startTestService()
  admin = await asAdmin(app)
  await admin.synced(1)
  apiKey = (await fill()).unmasked_key
  await quiet(app)
  database = String(app.storage.connection.database)
  file = lab.fileNamed('night.backup')
  atThatTime = await readModelRows(app.storage.pool)
  eventsThen = (await collect(app.service.adapters.eventStore.readAll())).length
}, 90_000)
afterAll(async () => {
  await app?.stop()
  await lab?.close()
})

describe('a backup', () => {
  test('is made while the service runs, read back, and for its owner alone', async () => {
    const { out, problems } = await lab.backup(database, ['create', file])
    expect(problems).toEqual([])
    const text = out.join('\n')
    expect(text).toContain(`${eventsThen} events of`)
    expect(text).toContain('all that the log refers to are there')
    expect(text).toMatch(/vault 2, person_keys 2, sessions 1,/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await lab.backup(database, ['create', file])).problems).toEqual([
      `${file} is there already.`,
    ])
    expect((await lab.backup('none', ['verify', file])).out).toEqual(out)
  })

  test('keeps each side table, or leaves it out on purpose', async () => {
    const { rows } = await app.storage.pool.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'side'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(keptTables), ...leftOutTables].sort(),
    )
  })

  test('that was cut, altered, or is something else is refused', async () => {
    const whole = gunzipSync(await readFile(file))
    const lines = whole.toString().split('\n')
    const altered = lines.map((line) => line.replace('"name":"Analysts"', '"name":"Analyst"'))
    const spoiled = {
      cut: (await readFile(file)).subarray(0, -200),
      short: gzipSync(lines.slice(0, -3).join('\n')),
      altered: gzipSync(altered.join('\n')),
      without: gzipSync(lines.filter((line) => !line.startsWith('vault\t')).join('\n')),
      other: gzipSync('something\t{}\n'),
      plain: Buffer.from('something else'),
    }
    for (const [name, content] of Object.entries(spoiled)) {
      const path = lab.fileNamed(name)
      await writeFile(path, content)
      const { problems } = await lab.backup('none', ['verify', path])
      expect(problems.join()).toMatch(/is damaged|not what was written|no backup/)
      expect((await lab.backup('none', ['restore', path])).problems).toEqual(problems)
    }
  })

  test('is rehearsed on a server of its own', async () => {
    const { out, problems } = await lab.drill(file)
    expect(problems).toEqual([])
    const text = out.join('\n')
    expect(text).toMatch(/Opened .* 2 secrets and 2 keys of people open with the master key/)
    expect(text).toMatch(/Built .* \d+ built from the first event, and verified/)
    expect(text).toMatch(/It can be restored; that took [\d.]+ s\. Nothing is left behind\./)
  })
})

describe('a restored database', () => {
  test('is what it was then: read models to the row; people log in anew; no id comes twice', async () => {
    const { body: later } = await admin.post('/api/collection', { name: 'Came later' })
    const there = await lab.emptyDatabase()
    const { out, problems } = await lab.backup(there.name, ['restore', file])
    expect(problems).toEqual([])
    expect(out.join('\n')).toContain('0 ended; everybody logs in anew. API keys kept: 1')
    expect(out.at(-1)).toMatch(
      new RegExp(`master key ${app.storage.keys.keyId} has to be in .*master\\.key, or MASTER_KEY`),
    )
    expect((await lab.backup(there.name, ['restore', file])).problems.join()).toContain(
      'There is data here already',
    )

    const service = await lab.startOn(there.name)
    try {
      expect(await readModelRows(there.pool)).toEqual(atThatTime)
      const me = '/api/user/current'
      expect((await service.call('GET', me, { token: admin.token })).status).toBe(401)
      const credentials = { username: adminEmail, password: adminPassword }
      const { body } = await service.call('POST', '/api/session', { body: credentials })
      expect((await service.call('GET', me, { token: body.id })).status).toBe(200)
      const byKey = { headers: { 'X-API-Key': apiKey } }
      expect((await service.call('GET', me, byKey)).status).toBe(200)
      const made = await service.call('POST', '/api/collection', {
        token: body.id,
        body: { name: 'Anew' },
      })
      expect(made.body.id).toBeGreaterThanOrEqual(later.id)
    } finally {
      await service.stop()
    }
  }, 60_000)

  test('ends where it was told to', async () => {
    const events = await collect(app.service.adapters.eventStore.readAll())
    const to = events[20]?.position ?? 0n
    const there = await lab.emptyDatabase()
    const restore = () => lab.backup(there.name, ['restore', file, '--to', String(to)])
    // A database that was prepared already is as good, where it was for the same master key.
    await migrate(there.pool)
    await bindToKey(there.pool, 'of another key')
    expect((await restore()).problems.join()).toContain('prepared with master key of another key')
    await there.pool.query('update side.key_check set key_id = $1', [app.storage.keys.keyId])
    expect((await restore()).problems).toEqual([])
    const { rows } = await there.pool.query('select max(position) as last from es.events')
    expect(rows).toEqual([{ last: String(events[19]?.position) }])
  })

  test('may have its log in EventStoreDB, with the positions it had', async () => {
    const there = await lab.emptyDatabase()
    const store = memoryEventStore()
    expect((await lab.backup(there.name, ['restore', file], store)).problems).toEqual([])
    const log = continuedLog(store, () => readSeam(there.pool))
    const events = await collect(app.service.adapters.eventStore.readAll())
    expect(await collect(log.readAll())).toEqual(events.slice(0, eventsThen))
    expect((await lab.backup(there.name, ['settle'])).problems.join()).toContain('EVENTSTORE_URL')
  })
})

describe('settle', () => {
  test('makes a database fit that was restored by other means, and tells what is missing', async () => {
    const there = await lab.emptyDatabase()
    await lab.backup(there.name, ['restore', file])
    const ids = idKinds.map((kind) => `select '${kind}' as kind, last_value from side.${kind}_ids`)
    const idsOf = () => lab.ask(there.name, `${ids.join(' union all ')} order by 1`)
    const before = await idsOf()
    const back = idKinds.map((kind) => `select setval('side.${kind}_ids', 1, false)`)
    await lab.ask(
      there.name,
      `${back.join(';')};
       insert into side.sessions (token_key, user_id, expires_at) values ('x', 1, now());
       delete from side.vault; delete from side.person_keys where user_id = 2`,
    )
    const { out, problems } = await lab.backup(there.name, ['settle'])
    const text = out.join('\n')
    expect(text).toContain('1 ended')
    expect(text).toMatch(
      /MISSING:[\s\S]* of database-1\s+the secret \S+ of setting email-smtp-password\s/,
    )
    expect(text).toContain('the key of user 2')
    expect(problems.join()).toContain('refers to secrets that are not there')
    expect(before.filter(({ last_value }) => Number(last_value) > 1).length).toBeGreaterThan(4)
    expect(await idsOf()).toEqual(before)
  })
})
