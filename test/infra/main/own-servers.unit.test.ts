import { expect, test } from '@jest/globals'
import { ownServers } from '../../../infra/main/own-servers.ts'

const storage = { ownEndpoints: [{ host: '127.0.0.1', port: 5_432 }] }
const none = { redis: undefined, natsUrl: undefined, eventStoreUrl: undefined }
const redisAt = (url: string) =>
  ownServers(storage, { ...none, redis: { url, timeoutMs: 100 } }).endpoints

test('ours are Postgres, Redis, and what has come to listen', () => {
  const servers = ownServers(storage, none)
  const { endpoints } = servers
  expect(endpoints).toEqual(storage.ownEndpoints)
  servers.listensAt({ host: '0.0.0.0', port: 3_000 })
  expect(endpoints.slice(1)).toEqual([{ host: '0.0.0.0', port: 3_000 }])
  expect(storage.ownEndpoints).toHaveLength(1)
})

test.each([
  ['redis://:secret@cache.internal/1', { host: 'cache.internal', port: 6_379 }],
  ['rediss://cache.internal:6380', { host: 'cache.internal', port: 6_380 }],
  ['redis://[fd00::5]:7000/0', { host: 'fd00::5', port: 7_000 }],
])('Redis is found at %s', (url, endpoint) => {
  expect(redisAt(url).slice(1)).toEqual([endpoint])
})

test('so are all servers of the bus and of the log, wherever their addresses name them', () => {
  const { endpoints } = ownServers(storage, {
    ...none,
    natsUrl: 'nats://app:p%40ss@one.internal,app:p%40ss@two.internal:4223',
    eventStoreUrl: 'esdb+discover://admin:word@log.internal,[fd00::7]:2114?tls=true',
  })
  expect(endpoints.slice(1)).toEqual([
    { host: 'one.internal', port: 4_222 },
    { host: 'two.internal', port: 4_223 },
    { host: 'log.internal', port: 2_113 },
    { host: 'fd00::7', port: 2_114 },
  ])
})
