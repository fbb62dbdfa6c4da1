import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

test('names and addresses stand in no event and no log line in the clear', async () => {
  await createPerson(admin, {
    first_name: 'Unmistakable',
    last_name: 'Needlework',
    email: 'Hay@Stack.example',
  })
  const { body } = await admin.get('/api/user?query=needle')
  await admin.put(`/api/user/${body[0].id}`, {
    last_name: 'Threadbare',
    email: 'pin@stack.example',
  })
  await admin.get('/api/user?query=Threadbare')
  const { rows } = await app.storage.pool.query(
    'select stream, type, data::text, metadata::text from es.events',
  )
  const written = JSON.stringify([rows, app.logLines]).toLowerCase()
  for (const personal of ['unmistakable', 'needlework', 'threadbare', 'stack.example', 'admin@ex'])
    expect(written).not.toContain(personal)
  expect(written).not.toContain(Buffer.from('Unmistakable').toString('base64').slice(0, 14))
})
