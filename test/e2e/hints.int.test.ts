import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { NatsConnection } from 'nats'
import pino from 'pino'
import { withData } from '../../infra/cli/open-data.ts'
import { loadConfig } from '../../infra/config.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { type NatsServer, onNats, startNats } from '../support/nats.ts'
import { runCommand } from '../support/terminal.ts'
import { until } from '../support/until.ts'

let nats: NatsServer
let cluster: Cluster
let token: string

beforeAll(async () => {
  nats = await startNats()
  cluster = await startCluster({
    processes: { command: 1, query: 1, projector: 1 },
    environment: { NATS_URL: nats.url },
  })
  token = await cluster.logIn()
}, 120_000)

afterAll(async () => {
  await cluster?.stop()
  await nats?.stop()
})

/** What is written on one side is there on the other with the next request. */
const writeAndRead = async (name: string): Promise<void> => {
  const written = await cluster
    .one('command')
    .call('POST', '/api/collection', { token, body: { name } })
  expect(written.status).toBe(200)
  const read = await cluster
    .one('query')
    .call('GET', `/api/collection/${written.body.id}`, { token })
  expect(read).toMatchObject({ status: 200, body: { name } })
}

const hints = async () =>
  Promise.all(cluster.processes.map(async (it) => (await it.health())?.body.hints))

const madeUp = [
  '{"position":"9000000000000000000"}',
  '{"position":"1"}',
  '{"position":"1","type":"UserPromoted","data":{"userId":2}}',
  `{"position":"${'9'.repeat(60_000)}"}`,
  '\u0000',
]

/** Whoever has got at the password: says all again, newest first and thrice, and makes things up. */
const lieOn = (connection: NatsConnection) => {
  const own = new Set<string>()
  const say = (subject: string, text: string) => {
    own.add(`${subject} ${text}`)
    connection.publish(subject, text)
  }
  const heard: string[] = []
  connection.subscribe('analytics.>', {
    callback: (_, message) => {
      const { subject } = message
      const text = message.string()
      if (own.has(`${subject} ${text}`)) return
      heard.unshift(subject)
      for (const lie of [...madeUp, text, text, text]) say(subject, lie)
      for (const topic of ['settings.changed', 'leases.given-back', 'account-mails.added'])
        say(subject.replace(/^(analytics\.\w+\.).*/, `$1${topic}`), '{}')
    },
  })
  return heard
}

test('a liar on the bus changes nothing that anybody sees', async () => {
  expect(await hints()).toEqual(['by nats', 'by nats', 'by nats'])
  await onNats(nats.url, async (connection) => {
    const heard = lieOn(connection)
    await connection.flush()
    for (let n = 0; n < 10; n += 1) await writeAndRead(`believed by nobody ${n}`)
    expect(heard.some((subject) => subject.endsWith('.log.appended'))).toBe(true)
    expect(heard.some((subject) => subject.endsWith('.read-models.checkpoint'))).toBe(true)
  })
  for (const it of cluster.processes) expect(await it.health()).toMatchObject({ status: 200 })
})

test('without NATS everything goes on; with a new one that knows nothing, too', async () => {
  await nats.stop()
  await until(hints, (all) => all.every((it) => it === 'by nats, which is away'))
  for (let n = 0; n < 3; n += 1) await writeAndRead(`told by nobody ${n}`)
  for (const it of cluster.processes) expect(await it.health()).toMatchObject({ status: 200 })
  nats = await startNats(nats.url)
  await until(hints, (all) => all.every((it) => it === 'by nats'))
  await writeAndRead('told again')
})

test('the command line tells who feeds the read models', async () => {
  const config = loadConfig([], { ...cluster.variables })
  const { out } = await runCommand(['projections', 'list'], {
    withData: (work) => withData(config, pino({ level: 'silent' }), work),
  })
  const { pid } = cluster.one('projector')
  expect(out.join('\n')).toMatch(
    new RegExp(`^projector \\w+: led by projector \\S+ ${pid} \\w+, term \\d+$`, 'm'),
  )
})
