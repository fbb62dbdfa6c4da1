import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { Client } from 'pg'
import { dropOld } from '../../../../infra/main/read-models/drop-old.ts'
import { promote } from '../../../../infra/main/read-models/promote.ts'
import { rebuild } from '../../../../infra/main/read-models/rebuild.ts'
import { rollback } from '../../../../infra/main/read-models/rollback.ts'
import { verify } from '../../../../infra/main/read-models/verify.ts'
import type { Workshop } from '../../../../infra/main/read-models/workshop.ts'
import { asAdmin, type Caller } from '../../../support/caller.ts'
import { masterKey, startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

jest.setTimeout(60_000)

let app: TestService
let admin: Caller
let workshop: Workshop

const createUser = (n: number) =>
  admin.post('/api/user', {
    email: `user${n}@example.com`,
    first_name: `Üser ${n}`,
    last_name: 'İstanbul',
  })

/** A service that somebody has worked with: people came, changed and went; a database was synced. */
beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  workshop = { pool: app.storage.pool, ...app.service.adapters }
  const [one, two] = [await createUser(1), await createUser(2)]
  await admin.put(`/api/user/${one.body.id}`, { first_name: 'Other', locale: 'pt-BR' })
  await admin.put(`/api/user/${one.body.id}`, { email: 'moved@example.com', is_superuser: true })
  await admin.put(`/api/user/${two.body.id}/modal/qbnewb`, {})
  await admin.delete(`/api/user/${two.body.id}`)
  await admin.put(`/api/user/${two.body.id}/reactivate`, {})
  await admin.delete(`/api/user/${two.body.id}`)
  const ask = async () => {
    const { rows } = await app.storage.pool.query(
      `select count(*)::integer as synced from rm.databases
        where sync_served_at is not null and scan_served_at is not null`,
    )
    return rows[0].synced
  }
  await until(ask, (synced) => synced === 1, 20_000)
  await admin.put('/api/database/1', { name: 'The Shop', is_full_sync: false })
})

afterAll(() => app?.stop())

/** From event zero into use, and the build before away. */
const renew = async (name: string) => {
  await rebuild(workshop, name)
  const verdict = await verify(workshop, name)
  await promote(workshop, name)
  await dropOld(workshop, name)
  return verdict
}

describe('a build from event zero', () => {
  test('of every projection is equal to the one in use', async () => {
    const rows = new Map<string, number>()
    for (const { name } of app.service.adapters.projections) {
      const { agrees, tables } = await renew(name)
      expect([name, agrees]).toEqual([name, true])
      for (const table of tables) rows.set(table.table, table.rows)
    }
    expect(rows.get('users')).toBe(3)
    expect(rows.get('fields')).toBeGreaterThan(20)
  })

  test('of every projection is what a plain fold of the log says, cell by cell', async () => {
    const { projections } = app.service.adapters
    const raised = projections.map((it) => ({ ...it, version: it.version + 1 }))
    const next: Workshop = { ...workshop, projections: raised }
    let rowsFolded = 0
    for (const { name } of raised) {
      await rebuild(next, name)
      const { agrees, tables } = await verify(next, name)
      expect(tables.flatMap(({ sample }) => sample?.wrong)).toEqual([])
      expect([name, agrees]).toEqual([name, true])
      rowsFolded += tables.reduce((sum, { sample }) => sum + (sample?.rows ?? 0), 0)
      await dropOld(workshop, name)
    }
    expect(rowsFolded).toBeGreaterThan(40)
  })

  test('causes nothing: no event, no session, no secret, no job for a reactor', async () => {
    const { pool } = app.storage
    const besides = async () => {
      const counts = []
      for (const table of ['es.events', 'side.sessions', 'side.vault', 'side.person_keys'])
        counts.push((await pool.query(`select count(*) from ${table}`)).rows[0].count)
      const due = await pool.query(
        'select sync_served_at, scan_served_at, sync_finished_at from rm.databases',
      )
      return [...counts, due.rows]
    }
    const before = await besides()
    for (const name of ['user', 'database', 'table']) await renew(name)
    expect(await besides()).toEqual(before)
  })

  test('leaves nothing behind once the old one is dropped', async () => {
    const schemas = async () =>
      (await app.storage.pool.query(`select from pg_namespace where nspname like 'rm\\_%'`))
        .rowCount
    const before = await schemas()
    await renew('user')
    expect(await schemas()).toBe(before)
  })
})

describe('while people work', () => {
  test('builds come into use and go again; no request fails and no reader sees less', async () => {
    let ended = false
    const answers: number[] = []
    let written = 100
    const write = async () => {
      while (!ended) {
        const { status, body } = await createUser(written++)
        const read = await admin.get(`/api/user/${body.id}`)
        answers.push(status, read.status)
      }
    }
    const work = [write(), write()]
    const verdicts: boolean[] = []
    for (let round = 0; round < 3; round += 1) {
      await rebuild(workshop, 'user')
      verdicts.push((await verify(workshop, 'user')).agrees)
      await promote(workshop, 'user')
      await rollback(workshop, 'user')
      await rollback(workshop, 'user')
      await dropOld(workshop, 'user')
    }
    ended = true
    await Promise.all(work)
    expect(verdicts).toEqual([true, true, true])
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(app.logLines.filter(({ msg }) => String(msg).startsWith('projector'))).toEqual([])
    const { body } = await admin.get('/api/user?status=all')
    expect(body).toHaveLength(written - 100 + 3)
  })
})

describe('the rows do not depend on', () => {
  const file = (name: string) => fileURLToPath(new URL(`../../../support/${name}`, import.meta.url))

  /** Rebuilds in a process that lives in another place. */
  const elsewhere = async (zone: string, locale: string) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['--import', file('run-typescript.mjs'), file('replay-elsewhere.ts')],
        ...[JSON.stringify(app.storage.connection), masterKey],
      ],
      { env: { ...process.env, NODE_OPTIONS: '--no-warnings', TZ: zone, LC_ALL: locale } },
    )
    return JSON.parse(stdout)
  }

  test('the time zone and the locale of the process', async () => {
    const { agrees, zone } = await elsewhere('Asia/Kolkata', 'tr_TR.UTF-8')
    expect(new Set(Object.values(agrees))).toEqual(new Set([true]))
    expect(zone).toMatch(/Kolkata|Calcutta/)
  })

  test('those of the database', async () => {
    const { connection } = app.storage
    const owner = new Client({
      connectionString: process.env.TEST_POSTGRES_URL,
      database: connection.database,
    })
    await owner.connect()
    const settings = [`timezone to 'America/St_Johns'`, `datestyle to 'German'`]
    for (const setting of settings)
      await owner.query(`alter database ${connection.database} set ${setting}`)
    await owner.end()
    const { agrees } = await elsewhere('UTC', 'C')
    expect(new Set(Object.values(agrees))).toEqual(new Set([true]))
  })
})
