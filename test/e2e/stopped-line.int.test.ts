import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually, someEvent } from '../support/events.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService

beforeEach(async () => {
  app = await startTestService({ environment: { PROJECTION_WAIT_MS: '300' } })
}, 60_000)

afterEach(() => app?.stop())

const append = (stream: string, type: string, data: unknown) =>
  app.service.adapters.eventStore.append(stream, 'no_stream', [someEvent(data, type)])

const ready = () => app.call('GET', '/readyz')

const untilReadiness = async (status: number) => {
  let seen = 0
  const look = async () => {
    seen = (await ready()).status
  }
  await eventually(() => {
    look().catch(() => undefined)
    return seen === status
  }, 10_000)
}

describe('an event that a projection about rights cannot read', () => {
  beforeEach(async () => {
    await append('group-99', 'GroupCreated', { groupId: 99 })
    await untilReadiness(503)
  })

  test('takes the service out of rotation, and says why without telling more', async () => {
    const { body } = await ready()
    expect(body).toMatchObject({
      status: 'unavailable',
      checks: { 'event-store': 'ok', 'read-models': 'ok', projection: 'stopped-by-poison' },
    })
    expect(JSON.stringify(body)).not.toContain('group-99')
    expect(app.logLines.some(({ msg }) => String(msg).includes('group-99'))).toBe(true)
  })

  test('never lets a write be answered with what was before it', async () => {
    const token = await app.logIn()
    const changed = await app.call('PUT', '/api/user/1', { token, body: { first_name: 'Changed' } })
    expect([changed.status, changed.body.code]).toEqual([503, 'projection-lag'])
  })

  test('leaves reads of what is known as they were', async () => {
    const token = await app.logIn()
    expect((await app.call('GET', '/api/user/current', { token })).status).toBe(200)
  })
})

test('an event that another projection cannot read leaves the service ready', async () => {
  await append('snippet-99', 'SnippetCreated', { snippetId: 99 })
  const token = await app.logIn()
  const changed = await app.call('PUT', '/api/user/1', { token, body: { first_name: 'Changed' } })
  expect([changed.status, changed.body.first_name]).toEqual([200, 'Changed'])
  expect((await ready()).status).toBe(200)
})
