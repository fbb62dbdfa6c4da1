import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connect } from 'nats'
import { natsAddressOf } from '../../../infra/bus/nats-address.ts'
import { loadConfig } from '../../../infra/config.ts'
import { redisLimiter } from '../../../infra/limits/redis-limiter.ts'
import {
  type ComposeService,
  composePath,
  filledIn,
  readCompose,
  secretPlaces,
} from '../../support/deploy/compose.ts'
import { type MadeSecrets, makeSecrets, variablesIn } from '../../support/deploy/secrets.ts'
import { findProgram, keepServer, scratchDirectory } from '../../support/kept-server.ts'
import { onNats } from '../../support/nats.ts'
import { freePort } from '../../support/postgres.ts'
import { ordinaryUser } from '../../support/postgres-binaries.ts'
import { onRedis } from '../../support/redis.ts'

let made: MadeSecrets
beforeAll(() => {
  made = makeSecrets()
})
const started: { stop(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()))
  made?.remove()
})

const { services, secrets } = readCompose()

const program = (name: string): string => {
  const found = findProgram(name)
  if (!found) throw new Error(`These tests need ${name}: npm test installs it`)
  return found
}

/** The address as it is from here: another host and port, the same user and password. */
const here = (address: string, port: number) => {
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return url.href
}

/** The environment of a service as its container has it, with the files at their real places. */
const environmentOf = (service: ComposeService): Record<string, string> => {
  const fileAt = new Map(
    [...secretPlaces(service)].map(([name, place]) => [
      place,
      join(made.home, secrets[name]?.file ?? ''),
    ]),
  )
  const variables = variablesIn(made.read('.env'))
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => {
      const filled = filledIn(value, variables)
      return [name, fileAt.get(filled) ?? filled]
    }),
  )
}

describe('make-secrets.sh', () => {
  test('is clean, and makes everything once, for its owner alone', () => {
    execFileSync(program('shellcheck'), ['infra/deploy/make-secrets.sh'], { stdio: 'inherit' })
    expect(statSync(join(made.home, 'secrets')).mode & 0o777).toBe(0o700)
    expect(statSync(join(made.home, '.env')).mode & 0o777).toBe(0o600)
    const names = readdirSync(join(made.home, 'secrets'), { recursive: true }).map(String)
    const files = names.filter((name) => /_(password|key)$/.test(name))
    const values = files.map((name) => made.read(join('secrets', name)))
    expect(new Set(values).size).toBe(values.length)
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{64}$/)
    for (const { file } of Object.values(secrets))
      expect(names).toContain(file.slice('./secrets/'.length))

    const before = names.filter((name) => name.includes('.') || name.includes('_'))
    const read = () => before.map((name) => made.read(join('secrets', name)))
    const first = read()
    made.make()
    expect(read()).toEqual(first)

    rmSync(join(made.home, 'secrets/redis_password'), { force: true })
    made.make()
    const again = made.read('secrets/redis_password')
    expect(values).not.toContain(again)
    expect(made.read('secrets/redis_url')).toBe(`redis://analytics:${again}@redis:6379/0`)
  })

  test('makes a certificate that EventStoreDB takes, of an authority that the service knows', () => {
    const of = (name: string) => join(made.home, 'secrets/eventstore', name)
    const openssl = (...args: string[]) => execFileSync('openssl', args).toString()
    expect(openssl('verify', '-CAfile', of('ca/ca.crt'), of('node.crt'))).toMatch(/: OK/)
    const text = openssl('x509', '-noout', '-text', '-in', of('node.crt'))
    expect(text).toMatch(/Subject: CN ?= ?eventstoredb-node/)
    expect(text).toMatch(/DNS:eventstore/)
    expect(text).toMatch(/TLS Web Server Authentication, TLS Web Client Authentication/)
    expect(readdirSync(of('ca'))).toEqual(['ca.crt'])
  })
})

describe('compose.yaml', () => {
  const config = (...profiles: string[]) =>
    execFileSync(
      program('docker-compose'),
      [
        ...profiles.flatMap((name) => ['--profile', name]),
        '-f',
        join(made.home, 'compose.yaml'),
        'config',
        '-q',
      ],
      { cwd: made.home, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } },
    )

  test('is one that Compose takes, with what make-secrets.sh makes and not without', () => {
    cpSync(composePath, join(made.home, 'compose.yaml'))
    config()
    config('observability')
    const variables = made.read('.env')
    writeFileSync(join(made.home, '.env'), variables.replace(/^EVENTSTORE_DEFAULT_ADMIN.*$/m, ''))
    expect(() => config()).toThrow(/run make-secrets\.sh first/)
    writeFileSync(join(made.home, '.env'), variables)
  })

  test.each(Object.entries(services).filter(([, { environment }]) => environment?.ROLE))(
    'starts %s with a configuration that says all it needs',
    (_, service) => {
      const config = loadConfig([], environmentOf(service))
      expect(config).toMatchObject({
        role: service.environment?.ROLE,
        masterKey: made.read('secrets/master_key'),
        database: { url: 'postgres://postgres:5432/analytics?sslmode=disable' },
        eventStoreUrl: made.read('secrets/eventstore_url'),
        natsUrl: made.read('secrets/nats_url'),
        redis: { url: made.read('secrets/redis_url') },
        trustedProxies: 1,
      })
    },
  )
})

describe('the servers, with what they are told', () => {
  test('NATS knows one user, who speaks of analytics and of nothing else', async () => {
    const user = ordinaryUser()
    const directory = scratchDirectory('nats', user)
    for (const [from, to] of [
      ['infra/deploy/nats/nats.conf', 'nats.conf'],
      [join(made.home, 'secrets/nats_users'), 'users.conf'],
    ] as const) {
      cpSync(from, join(directory, to))
      if (user) chownSync(join(directory, to), user.uid, user.gid)
    }
    const [port, monitoring] = [await freePort(), await freePort()]
    const places = [
      '--addr',
      '127.0.0.1',
      '--port',
      String(port),
      '--http_port',
      String(monitoring),
    ]
    const options = ['--config', join(directory, 'nats.conf'), ...places]
    const server = keepServer(program('nats-server'), options, directory, user)
    const url = here(made.read('secrets/nats_url'), port)
    const flushed = () => onNats(url, (connection) => connection.flush())
    started.push(server)
    await server.untilUp(() =>
      flushed().then(
        () => true,
        () => false,
      ),
    )

    await expect(connect({ servers: `127.0.0.1:${port}`, reconnect: false })).rejects.toThrow(
      /Authorization/i,
    )
    const connection = await connect({ ...natsAddressOf(url), reconnect: false })
    const heard = new Promise<string>((resolve, reject) => {
      connection.subscribe('analytics.>', {
        callback: (error, message) => (error ? reject(error) : resolve(message.subject)),
      })
    })
    const refused = new Promise((resolve) => {
      connection.subscribe('other.>', { callback: (error) => resolve(error?.message) })
    })
    connection.publish('analytics.main.log.appended', '{}')
    expect(await heard).toBe('analytics.main.log.appended')
    expect(await refused).toMatch(/Permissions Violation/i)
    await connection.close()
  })

  test('Redis knows one user, who may count and do nothing else', async () => {
    const user = ordinaryUser()
    const directory = scratchDirectory('redis', user)
    const users = join(directory, 'users')
    cpSync(join(made.home, 'secrets/redis_users'), users)
    if (user) chownSync(users, user.uid, user.gid)
    const port = await freePort()
    const options = [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--aclfile',
      users,
      '--save',
      '',
    ]
    const server = keepServer(program('redis-server'), options, directory, user)
    const url = here(made.read('secrets/redis_url'), port)
    const answers = () => onRedis(url, (redis) => redis.ping())
    started.push(server)
    await server.untilUp(() =>
      answers().then(
        () => true,
        () => false,
      ),
    )

    const limiter = redisLimiter({ url, timeoutMs: 5_000 })
    await limiter.tried
    const rate = { points: 2, seconds: 60 }
    const remaining = async () => (await limiter.consume('somebody', rate)).remaining
    expect([await remaining(), await remaining()]).toEqual([1, 0])
    await limiter.refund('somebody', rate)
    expect((await limiter.peek('somebody', rate)).remaining).toBe(1)
    await limiter.forget('somebody', rate)
    expect((await limiter.peek('somebody', rate)).remaining).toBe(2)
    expect([limiter.state().kind, limiter.insured()]).toEqual(['closed', 0])
    limiter.stop()

    await onRedis(url, async (redis) => {
      for (const [command, ...args] of [
        ['CONFIG', 'GET', '*'],
        ['FLUSHALL'],
        ['MODULE', 'LIST'],
        ['ACL', 'LIST'],
        ['KEYS', '*'],
        ['GET', 'of somebody else'],
        ['EVAL', 'return redis.call("flushall")', '0'],
      ] as const)
        await expect(redis.call(command, ...args)).rejects.toThrow(/NOPERM|can't run|ACL failure/i)
    })
    const said = spawnSync(program('redis-cli'), ['-p', String(port), 'get', 'limit:x'])
    expect(said.stdout.toString()).toMatch(/^NOAUTH/)
  })
})
