import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { findProgram, installPackages, keepServer, scratchDirectory } from './kept-server.ts'
import { freePort } from './postgres.ts'
import { ordinaryUser } from './postgres-binaries.ts'

export type RedisServer = {
  readonly url: string
  stop(): Promise<void>
}

const debianPackage = 'redis-server'

/** The server program, installed first where that is possible. */
const program = (): string => {
  if (!findProgram('redis-server')) installPackages(debianPackage)
  const found = findProgram('redis-server')
  if (found) return found
  throw new Error(
    `These tests need a Redis server. Install it (Debian: apt-get install ${debianPackage}; macOS: ` +
      'brew install redis) or set TEST_REDIS_URL to one that may be written to.',
  )
}

/** Works on a server of the tests; tries to connect once. */
export const onRedis = async <T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, disconnectTimeout: 100 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

const isUp = (url: string): Promise<boolean> =>
  onRedis(url, (redis) => redis.ping()).then(
    () => true,
    () => false,
  )

/** An address nobody listens at, under a password of its own. */
export const freeRedisUrl = async (): Promise<string> =>
  `redis://:${randomBytes(16).toString('hex')}@127.0.0.1:${await freePort()}`

/** Starts a server that forgets everything when it ends; at the same address for another life. */
export const startRedis = async (at?: string): Promise<RedisServer> => {
  const url = at ?? (await freeRedisUrl())
  const { port, password } = new URL(url)
  const user = ordinaryUser()
  const directory = scratchDirectory('redis', user)
  const options = [
    ...['--bind', '127.0.0.1', '--port', port, '--requirepass', password],
    ...['--save', '', '--appendonly', 'no', '--dir', directory],
  ]
  const kept = keepServer(program(), options, directory, user)
  await kept.untilUp(() => isUp(url))
  return { url, stop: kept.stop }
}

/** The server all suites share: they count under keys of their own. */
export const sharedRedis = (): string => {
  const url = process.env.TEST_REDIS_URL
  if (!url) throw new Error('no test Redis: run this test in the jest project "int"')
  return url
}
