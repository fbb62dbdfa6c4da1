import { afterEach, describe, expect, test } from '@jest/globals'
import { startTwoSides, type TwoSides } from '../../support/two-sides.ts'
import { until } from '../../support/until.ts'

let sides: TwoSides | undefined
afterEach(async () => {
  await sides?.stop()
  sides = undefined
})

const methods = ['POST', 'PUT', 'DELETE'] as const
const writes = { POST: '/api/card', PUT: '/api/card/1', DELETE: '/api/card/1' } as const

const send = (method: string, path: string, bytes = 2) =>
  fetch(`${sides?.nginx.url}${path}`, {
    method,
    ...(method === 'POST' || method === 'PUT' ? { body: 'x'.repeat(bytes) } : {}),
  })

const expectUnavailable = async (answer: Response) => {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toMatchObject({ error: true, code: 'unavailable' })
}

test('while one of two is away nobody notices: each request is done once, by the other', async () => {
  sides = await startTwoSides()
  const [away] = sides.command
  const [readsAway] = sides.query
  await Promise.all([away?.stop(), readsAway?.stop()])
  for (let round = 0; round < 4; round += 1) {
    for (const method of methods)
      expect((await send(method, writes[method], 900_000)).status).toBe(200)
    expect((await send('GET', '/api/user')).status).toBe(200)
    expect((await send('POST', '/api/dataset')).status).toBe(200)
  }
  const done = sides.taken('command')
  expect(done).toHaveLength(4 * methods.length)
  expect(done.filter(({ method, bytes }) => method !== 'DELETE' && bytes !== 900_000)).toEqual([])
  expect(sides.taken('query')).toHaveLength(8)
  expect(sides.nginx.output()).not.toMatch(/\[(error|crit|alert|emerg)\]/)
})

test('both of a side away are told as that, at once; the other side goes on', async () => {
  sides = await startTwoSides()
  await Promise.all(sides.command.map((one) => one.stop()))
  for (let round = 0; round < 3; round += 1)
    for (const method of methods) await expectUnavailable(await send(method, writes[method]))
  expect((await send('GET', '/api/user')).status).toBe(200)
  await Promise.all(sides.query.map((one) => one.stop()))
  await expectUnavailable(await send('GET', '/api/user'))
  await expectUnavailable(await send('POST', '/api/dataset'))
})

describe('a process that dies in the middle of', () => {
  test.each(methods)(
    'a %s leaves it at that: what was sent is never sent again',
    async (method) => {
      sides = await startTwoSides((request) => request.socket.resetAndDestroy())
      const answer = await send(method, writes[method])
      expect(answer.status).toBe(502)
      expect(await answer.json()).toMatchObject({ error: true, code: 'interrupted' })
      expect(sides.taken('command')).toHaveLength(1)
    },
  )

  test('a query that was posted does not have it asked twice', async () => {
    sides = await startTwoSides((request) => request.socket.resetAndDestroy())
    expect((await send('POST', '/api/dataset')).status).toBe(502)
    expect(sides.taken('query')).toHaveLength(1)
  })

  test('a read has it asked once more, of the other', async () => {
    let asked = 0
    sides = await startTwoSides((request, response) => {
      asked += 1
      if (asked === 1) request.socket.resetAndDestroy()
      else response.end('whole')
    })
    expect(await (await send('GET', '/api/user')).text()).toBe('whole')
    expect(sides.query.map((one) => one.asked.length)).toEqual([1, 1])
  })

  test('an answer has that cut off, so that it does not look whole', async () => {
    sides = await startTwoSides((request, response) => {
      response.setHeader('X-Accel-Buffering', 'no')
      response.write('half', () => request.socket.resetAndDestroy())
    })
    await expect(send('GET', '/api/user').then((answer) => answer.text())).rejects.toThrow()
    expect(sides.taken('query')).toHaveLength(1)
  })
})

test('processes that were restarted are found again, and no write is lost or doubled on the way', async () => {
  sides = await startTwoSides()
  const { command } = sides
  const statuses: number[] = []
  const write = async (method: 'POST' | 'PUT') =>
    void statuses.push((await send(method, writes[method])).status)
  for (const one of command) {
    for (let n = 0; n < 4; n += 1) await write('POST')
    await one.stop()
    for (let n = 0; n < 4; n += 1) await write('PUT')
    await one.start()
    const before = one.asked.length
    await until(
      async () => {
        await write('POST')
        return one.asked.length
      },
      (count) => count > before,
    )
  }
  expect(statuses).toEqual(statuses.map(() => 200))
  expect(sides.taken('command')).toHaveLength(statuses.length)
})
