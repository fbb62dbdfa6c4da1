import { Agent, get } from 'node:http'
import { afterEach, expect, test } from '@jest/globals'
import { type Front, openFront } from '../../../infra/http/front.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let front: Front

afterEach(async () => {
  await front.stop()
  agent.destroy()
})

type Heard = {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly body: string
}

const ask = (path: string): Promise<Heard> =>
  new Promise((resolve, reject) => {
    get({ host: front.host, port: front.port, path, agent }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text) => {
        body += text
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode, connection: answer.headers.connection, body }),
      )
    }).on('error', reject)
  })

test('it answers from its first moment, says what it lacks, and leaves without a cut', async () => {
  front = await openFront({ host: '127.0.0.1', port: 0 })
  front.lacks('database', 'not reachable')
  expect((await ask('/livez')).status).toBe(200)
  const early = await ask('/readyz')
  expect([early.status, JSON.parse(early.body)]).toEqual([
    503,
    { status: 'starting', checks: { database: 'not reachable' } },
  ])
  expect(await ask('/api/user')).toMatchObject({ status: 503, connection: 'keep-alive' })

  front.has('database')
  let finish: () => void = () => undefined
  const begun = new Promise<void>((begin) => {
    front.open(
      (_, response) => {
        finish = () => void response.end('done')
        begin()
      },
      { readiness: { parts: async () => undefined }, notes: { role: () => 'query' } },
    )
  })
  const ready = await ask('/readyz')
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    200,
    { status: 'ok', checks: { parts: 'ok' }, role: 'query' },
  ])

  const slow = ask('/slow')
  await begun
  const left = front.stop({ lingerMs: 60_000 })
  const late = await fetch(`http://${front.host}:${front.port}/readyz`)
  expect(late.status).toBe(503)
  expect(late.headers.get('connection')).toBe('close')
  expect(await late.json()).toMatchObject({ status: 'stopping' })
  finish()
  expect(await slow).toEqual({ status: 200, connection: 'close', body: 'done' })
  await front.stop()
  await left
  await expect(fetch(`http://${front.host}:${front.port}/livez`)).rejects.toThrow('fetch failed')
})
