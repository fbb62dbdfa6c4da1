import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pino from 'pino'
import { openPools } from '../../../infra/main/pools.ts'
import { type LoggedIn, logIn } from '../../support/logins.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let on: LoggedIn

beforeAll(async () => {
  database = await migratedDatabase()
  on = await logIn(database)
})
afterAll(async () => {
  await on.drop()
  await database.drop()
})

const openAs = (user: string, role: string) => {
  const { hostname: host, port } = new URL(database.url)
  const login = { host, port: Number(port), database: database.name, user, password: 'secret' }
  const warnings: string[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => warnings.push(JSON.parse(line).msg) },
  )
  return { warnings, ...openPools(login, { ...login, role }, log) }
}

/** Who strangers are answered as where a process logs in as this user, and what is warned of. */
const strangersOf = async (user: string, role: string) => {
  const { publicPool, warnings, close } = openAs(user, role)
  try {
    const { rows } = await publicPool.query('select current_user as name')
    return { name: rows[0].name, warnings }
  } finally {
    await close()
  }
}

test('only who may rightly take long has no end to their patience', async () => {
  const log = pino({ level: 'silent' })
  const { pool, publicPool, patientPool, close } = openPools({}, {}, log)
  for (const { options } of [pool, publicPool])
    expect(options).toMatchObject({ query_timeout: 60_000, keepAlive: true })
  expect(patientPool.options).not.toHaveProperty('query_timeout')
  expect(patientPool.options).toMatchObject({ keepAlive: true })
  await close()
})

test('a user of the operator’s answers strangers in their role, where it may, and says where not', async () => {
  const { query, app, projector, public: role } = on.logins
  for (const user of [query, app])
    expect(await strangersOf(user, role)).toEqual({ name: role, warnings: [] })
  expect(await strangersOf(projector, role)).toEqual({
    name: projector,
    warnings: [`strangers are not answered as ${role}`],
  })
})

test('who once answered strangers in their role never answers them with rights of its own', async () => {
  const { query, public: role } = on.logins
  const { publicPool, warnings, close } = openAs(query, role)
  const first = await publicPool.connect()
  try {
    await database.pool.query(`revoke ${role} from ${query}`)
    await expect(publicPool.query('select current_user')).rejects.toMatchObject({ code: '42501' })
    expect(publicPool.totalCount).toBe(1)
    await database.pool.query(`grant ${role} to ${query}`)
    const { rows } = await publicPool.query('select current_user as name')
    expect(rows).toEqual([{ name: role }])
    expect(warnings).toEqual([])
  } finally {
    first.release()
    await close()
  }
})
