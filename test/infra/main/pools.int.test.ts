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

/** Who strangers are answered as where a process logs in as this user, and what is warned of. */
const strangersOf = async (user: string, role: string) => {
  const { hostname: host, port } = new URL(database.url)
  const login = { host, port: Number(port), database: database.name, user, password: 'secret' }
  const warnings: string[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => warnings.push(JSON.parse(line).msg) },
  )
  const { publicPool, close } = openPools(login, { ...login, role }, log)
  try {
    const { rows } = await publicPool.query('select current_user as name')
    return { name: rows[0].name, warnings }
  } finally {
    await close()
  }
}

test('a user of the operator’s answers strangers in their role, where it may, and says where not', async () => {
  const { query, app, projector, public: role } = on.logins
  for (const user of [query, app])
    expect(await strangersOf(user, role)).toEqual({ name: role, warnings: [] })
  expect(await strangersOf(projector, role)).toEqual({
    name: projector,
    warnings: [`strangers are not answered as ${role}`],
  })
})
