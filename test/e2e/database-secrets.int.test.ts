import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let customers: readonly Customer[]

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customers = [await openCustomer('postgres'), await openCustomer('mysql')]
}, 60_000)

afterAll(async () => {
  await app?.stop()
  for (const customer of customers) await customer.close()
}, 30_000)

/** Every way the text could stand in a row, a log line or an answer. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]

/** All rows of all tables of the service's own database, as text. */
const storedText = async (): Promise<string> => {
  const { pool } = app.storage
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

test('the password of a connection is nowhere to be read', async () => {
  const answers: unknown[] = []
  const keep = async <T>(answer: Promise<T>): Promise<T> => {
    answers.push(await answer)
    return answer
  }
  for (const { engine, details } of customers) {
    const body = { name: 'Secretive', engine, details }
    const created = await keep(admin.post('/api/database', body))
    const { id } = created.body
    await keep(admin.synced(id))
    await keep(admin.get('/api/database'))
    await keep(admin.get(`/api/database/${id}?include=tables.fields`))
    await keep(admin.get(`/api/database/${id}/metadata`))
    await keep(admin.get(`/api/database/${id}/healthcheck`))
    await keep(admin.put(`/api/database/${id}`, { details: { ...details, dbname: 'absent' } }))
    await keep(admin.put(`/api/database/${id}`, { details }))
    await keep(admin.post('/api/database/validate', { engine, details }))
    await keep(admin.post('/api/database/validate', { engine, details: { ...details, port: 1 } }))
    await keep(admin.post('/api/database', { ...body, engine: 'h2' }))
    await keep(admin.post('/api/database', { ...body, details: { ...details, uri: 'x' } }))
    await keep(admin.ask(id, 'select nonsense'))
    await keep(admin.post('/api/dataset/query_metadata', { database: id }))
    await admin.delete(`/api/database/${id}`)
    await keep(admin.connect({ engine, details } as Customer))
  }
  const places = {
    answers: JSON.stringify(answers),
    log: JSON.stringify(app.logLines),
    storage: await storedText(),
  }
  for (const { details } of customers)
    for (const [place, text] of Object.entries(places))
      for (const form of formsOf(details.password))
        expect({ place, found: text.includes(form) }).toEqual({ place, found: false })
})
