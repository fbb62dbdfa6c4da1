import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { type Rebuilt, rebuildReadModels } from '../../../infra/main/read-models.ts'
import { activeSchema } from '../../../infra/read-models/ddl.ts'
import { digestReadModels } from '../../../infra/read-models/digest.ts'
import { eventually } from '../../support/events.ts'
import { masterKey, startTestService, type TestService } from '../../support/service.ts'

let app: TestService
let token: string

const createUser = (n: number) =>
  app.call('POST', '/api/user', {
    token,
    body: { email: `user${n}@example.com`, first_name: `Üser ${n}`, last_name: 'İstanbul' },
  })

/** A service that somebody has worked with: people came, changed and went; a database was synced. */
beforeAll(async () => {
  app = await startTestService()
  token = await app.logIn()
  const [one, two] = [await createUser(1), await createUser(2)]
  const put = (path: string, body: unknown) => app.call('PUT', path, { token, body })
  await put(`/api/user/${one.body.id}`, { first_name: 'Other', locale: 'pt-BR' })
  await put(`/api/user/${one.body.id}`, { email: 'moved@example.com', is_superuser: true })
  await put(`/api/user/${two.body.id}/modal/qbnewb`, {})
  await app.call('DELETE', `/api/user/${two.body.id}`, { token })
  await put(`/api/user/${two.body.id}/reactivate`, {})
  await app.call('DELETE', `/api/user/${two.body.id}`, { token })
  const { pool } = app.storage
  let synced = 0
  const look = async () => {
    const { rows } = await pool.query(
      `select count(*)::integer as synced from ${activeSchema}.databases
        where sync_served_at is not null and scan_served_at is not null`,
    )
    synced = rows[0].synced
  }
  await eventually(() => {
    look().catch(() => undefined)
    return synced === 1
  }, 20_000)
  await put('/api/database/1', { name: 'The Shop', is_full_sync: false })
}, 60_000)

afterAll(() => app?.stop())

const rebuild = (unlockDelayMs = 0): Promise<Rebuilt | undefined> => {
  const { eventStore, personalData } = app.service.adapters
  return rebuildReadModels({
    pool: app.storage.pool,
    eventStore,
    personalData: {
      ...personalData,
      unlock: async (userIds) => {
        await new Promise((resolve) => setTimeout(resolve, unlockDelayMs))
        return personalData.unlock(userIds)
      },
    },
  })
}

const rowsOf = (rebuilt: Rebuilt | undefined, table: string) =>
  rebuilt?.after.find((digest) => digest.table === table)?.rows

describe('a rebuild from event zero', () => {
  test('gives the same bytes', async () => {
    const rebuilt = await rebuild()
    expect(rebuilt?.after).toEqual(rebuilt?.before)
    expect(rebuilt?.verdict).toBe('equal')
    expect(rowsOf(rebuilt, 'users')).toBe(3)
    expect(rowsOf(rebuilt, 'fields')).toBeGreaterThan(20)
    expect(rebuilt?.position).toBe(await app.service.adapters.eventStore.head())
  })

  test('gives the same bytes again', async () => {
    const [first, second] = [await rebuild(), await rebuild()]
    expect(second?.after).toEqual(first?.after)
  })

  test('causes nothing: no event, no session, no secret', async () => {
    const { pool } = app.storage
    const besides = async () => {
      const counts = []
      for (const table of ['es.events', 'side.sessions', 'side.vault', 'side.person_keys'])
        counts.push((await pool.query(`select count(*) from ${table}`)).rows[0].count)
      return counts
    }
    const before = await besides()
    await rebuild()
    expect(await besides()).toEqual(before)
  })

  test('is refused while another one is under way', async () => {
    const [first, second] = await Promise.all([rebuild(100), rebuild(100)])
    expect([first, second].filter((it) => it === undefined)).toHaveLength(1)
    expect((first ?? second)?.verdict).toBe('equal')
    expect((await rebuild())?.verdict).toBe('equal')
  })

  test('leaves nothing behind', async () => {
    await rebuild()
    const { rows } = await app.storage.pool.query(
      `select nspname from pg_namespace where nspname like 'rm%'`,
    )
    expect(rows).toEqual([{ nspname: activeSchema }])
  })
})

describe('a rebuild while people work', () => {
  test('loses no write, makes no reader wait for long and gives the same bytes', async () => {
    let ended = false
    const slowest = { read: 0, write: 0 }
    const answers: number[] = []
    const timed = async (kind: 'read' | 'write', work: Promise<{ status: number }>) => {
      const began = performance.now()
      answers.push((await work).status)
      slowest[kind] = Math.max(slowest[kind], performance.now() - began)
    }
    let written = 100
    const write = async () => {
      while (!ended) await timed('write', createUser(written++))
    }
    const read = async () => {
      while (!ended) await timed('read', app.call('GET', '/api/user?status=all', { token }))
    }
    const work = [write(), write(), read(), read()]
    const rebuilds: (Rebuilt | undefined)[] = []
    for (let round = 0; round < 5; round++) rebuilds.push(await rebuild(30))
    ended = true
    await Promise.all(work)
    expect(rebuilds.map((it) => it?.verdict)).toEqual(Array(5).fill('equal'))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(app.logLines.filter(({ msg }) => String(msg).startsWith('projector'))).toEqual([])
    expect(slowest.read).toBeLessThan(3_000)
    expect(slowest.write).toBeLessThan(3_000)
    const { body } = await app.call('GET', '/api/user?status=all', { token })
    expect(body).toHaveLength(written - 100 + 3)
  }, 60_000)
})

describe('the rows do not depend on', () => {
  const file = (name: string) => fileURLToPath(new URL(`../../support/${name}`, import.meta.url))

  /** Replays the log in a process that lives in another place. */
  const elsewhere = async (zone: string, locale: string) => {
    const { connection, adapters } = { ...app.storage, ...app.service }
    const upTo = await adapters.projectionStore.checkpoint()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['--import', file('run-typescript.mjs'), file('replay-elsewhere.ts')],
        ...[JSON.stringify(connection), 'rm_elsewhere', masterKey, upTo.toString()],
      ],
      { env: { ...process.env, NODE_OPTIONS: '--no-warnings', TZ: zone, LC_ALL: locale } },
    )
    return JSON.parse(stdout)
  }

  test('the time zone and the locale of the process', async () => {
    const here = await digestReadModels(app.storage.pool, activeSchema)
    const there = await elsewhere('Asia/Kolkata', 'tr_TR.UTF-8')
    expect(there).toEqual({ digest: here, zone: expect.stringMatching(/Kolkata|Calcutta/) })
  }, 30_000)

  test('those of the database', async () => {
    const { pool, connection } = app.storage
    const owner = new Client({
      connectionString: process.env.TEST_POSTGRES_URL,
      database: connection.database,
    })
    await owner.connect()
    const settings = [`timezone to 'America/St_Johns'`, `datestyle to 'German'`]
    for (const setting of settings)
      await owner.query(`alter database ${connection.database} set ${setting}`)
    await owner.end()
    const here = await digestReadModels(pool, activeSchema)
    expect((await elsewhere('UTC', 'C')).digest).toEqual(here)
  }, 30_000)
})
