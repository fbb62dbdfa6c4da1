import { describe, expect, test } from '@jest/globals'
import { loadConfig } from '../../infra/config.ts'
import { describeConfig } from '../../infra/config-text.ts'
import { problemsOf } from '../support/config-problems.ts'

const masterKey = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const shared = { DATABASE_URL: 'postgres://db.example:5432/analytics', MASTER_KEY: masterKey }

describe('the configuration of one process among many', () => {
  test.each(['command', 'query', 'projector', 'worker'] as const)('has the role %s', (role) => {
    expect(loadConfig(['--role', role], shared).role).toBe(role)
    expect(loadConfig(['--role', role], { ...shared, ROLE: 'all' }).role).toBe(role)
    expect(loadConfig([], { ...shared, ROLE: role }).role).toBe(role)
  })

  test('must share a database and a key, and says how', () => {
    expect(problemsOf(['--role', 'query'], {})).toEqual([
      expect.stringMatching(/^DATABASE_URL is needed with a role other than all: .*postgres:\/\//),
      expect.stringMatching(/^MASTER_KEY is needed with a role other than all,.* openssl rand/),
    ])
    expect(problemsOf([], { DATABASE_URL: shared.DATABASE_URL })).toEqual([])
    expect(problemsOf([], { ...shared, ROLE: 'reader' })).toContain(
      'ROLE must be one of all, command, query, projector, worker, not "reader".',
    )
    expect(problemsOf([], { ROLE: 'king' })).toHaveLength(1)
    expect(problemsOf([], { DATABASE_ADMIN_URL: 'postgres://o:p@db.example/postgres' })).toEqual([
      'DATABASE_ADMIN_URL needs DATABASE_URL beside it, which names the database to prepare.',
    ])
  })

  test('is not told of two places where the data is', () => {
    expect(problemsOf(['--data', '/srv/data'], shared)).toEqual([
      expect.stringMatching(/^--data and DATABASE_URL each say where the data is; keep one/),
    ])
    // Where a generated key lies.
    expect(problemsOf([], { DATABASE_URL: shared.DATABASE_URL, DATA_DIR: '/srv/data' })).toEqual([])
  })

  test('takes the addresses of servers and never shows them', () => {
    const given = {
      ...shared,
      DATABASE_URL: 'postgresql://app:hush-1@db.example/analytics?sslmode=verify-full',
      DATABASE_ADMIN_URL: 'postgres://owner:hush-2@db.example:5432/postgres',
      EVENTSTORE_URL: 'esdb://admin:hush-3@es1.example:2113,es2.example:2113?tls=true',
      NATS_URL: 'nats://app:hush-4@nats.example:4222',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:hush-5@collector.example:4318',
    }
    const config = loadConfig(['--role', 'worker'], given)
    expect(config).toMatchObject({
      database: { url: given.DATABASE_URL, adminUrl: given.DATABASE_ADMIN_URL },
      eventStoreUrl: given.EVENTSTORE_URL,
      natsUrl: given.NATS_URL,
      tracesUrl: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    })
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/hush|db\.example|nats\.example/)
  })

  test.each([
    ['DATABASE_URL', 'mysql://db.example/analytics'],
    ['DATABASE_URL', 'postgres://db.example'],
    ['DATABASE_URL', 'postgres://:word@db.example/analytics'],
    ['DATABASE_ADMIN_URL', 'db.example:5432'],
    ['EVENTSTORE_URL', 'http://es.example:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['NATS_URL', 'nats.example:4222'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.example:4317'],
  ])('refuses %s=%s with an example', (name, text) => {
    expect(problemsOf([], { ...shared, [name]: text })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be an address such as [a-z]+://`)),
    ])
  })
})
