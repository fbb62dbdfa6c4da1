import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const named = (fields: { name: string; base_type: string }[]) =>
  fields.map(({ name, base_type }) => `${name} ${base_type}`)

describe('a saved question as a table', () => {
  test('has the columns it answers, none of them a key, and no foreign keys', async () => {
    const { admin, databaseId } = world
    const collection_id = await world.create('Shelf')
    const id = await world.save(world.people(), { collection_id, name: 'People', type: 'model' })
    const { status, body } = await admin.get(`/api/table/card__${id}/query_metadata`)
    expect(status).toBe(200)
    const { fields, ...table } = body
    expect(table).toMatchObject({
      id: `card__${id}`,
      db_id: databaseId,
      display_name: 'People',
      schema: 'Shelf',
      type: 'model',
    })
    const { result_metadata } = (await admin.get(`/api/card/${id}`)).body
    expect(named(fields)).toEqual(named(result_metadata))
    for (const field of fields) {
      expect(field.table_id).toBe(`card__${id}`)
      expect(['type/PK', 'type/FK']).not.toContain(field.semantic_type)
    }
    const [{ id: reference }] = fields
    const one = world.on(id, { fields: [reference], limit: 1 })
    expect((await admin.post('/api/dataset', one)).body).toMatchObject({ row_count: 1 })
    expect((await admin.get(`/api/table/card__${id}`)).body).toEqual(table)
    expect((await admin.get(`/api/table/card__${id}/fks`)).body).toEqual([])
  })

  test('of SQL has those it answered when it was saved, if it did', async () => {
    const { admin } = world
    const sql = await world.save(world.sql('select 1 as one, now() as moment'))
    const { body } = await admin.get(`/api/table/card__${sql}/query_metadata`)
    expect(body.schema).toBe('Everything else')
    expect(named(body.fields)).toEqual(['one type/Integer', 'moment type/DateTimeWithLocalTZ'])
    const broken = await world.save(world.sql('select no_such_column'))
    const unknown = await admin.get(`/api/table/card__${broken}/query_metadata`)
    expect(unknown.body.fields).toEqual([])
    // What clients tell of columns may make no sense.
    await admin.put(`/api/card/${sql}`, { result_metadata: [{ display_name: 'nameless' }] })
    const senseless = await admin.get(`/api/table/card__${sql}/query_metadata`)
    expect([senseless.status, senseless.body.fields]).toEqual([200, []])
  })

  test('is for whoever may read its collection, whatever their data rights', async () => {
    const { reader, stranger } = world
    const collection_id = await world.create('Open')
    await world.open(collection_id, 'read')
    const id = await world.save(world.people(), { collection_id })
    for (const part of ['', '/query_metadata', '/fks']) {
      const path = `/api/table/card__${id}${part}`
      expect((await reader.get(path)).status).toBe(200)
      expectRefusal(await stranger.get(path), 403, 'forbidden')
      expectRefusal(await reader.get(path.replace(String(id), '2000000000')), 404, 'not-found')
      expectRefusal(await reader.get(path.replace(String(id), 'x')), 400, 'validation')
    }
  })
})
