import { describe, expect, test } from '@jest/globals'
import {
  featuresOf,
  maskedDetails,
  mergeDetails,
  parseDetails,
  secretMask,
  splitDetails,
} from '../../../shared/contract/engine-details.ts'

const given = { host: 'db.example.com', dbname: 'shop', user: 'reader', password: 'secret' }
const errorsOf = (engine: string, details: Record<string, unknown>) => {
  const parsed = parseDetails(engine, details)
  return parsed.ok ? {} : parsed.errors
}

describe('parseDetails', () => {
  test('fills in the port of the engine', () => {
    expect(parseDetails('postgres', given)).toEqual({ ok: true, details: { ...given, port: 5432 } })
    expect(parseDetails('mysql', given)).toEqual({ ok: true, details: { ...given, port: 3306 } })
  })

  test('takes a port as text, db for dbname, and null for nothing', () => {
    const { dbname: db, ...others } = given
    expect(parseDetails('postgres', { ...others, db, port: '6543', ssl: null })).toEqual({
      ok: true,
      details: { ...given, port: 6543 },
    })
  })

  test.each([0, 65_536, -1, 1.5, '5432; drop', '', true, {}])('refuses the port %p', (port) => {
    expect(errorsOf('postgres', { ...given, port })).toEqual({
      port: 'must be a number from 1 to 65535',
    })
  })

  test.each(['/var/run/postgresql', 'a b', 'a/b', 'host,other', 'http://x', '', 5])(
    'refuses the host %p',
    (host) => {
      expect(Object.keys(errorsOf('postgres', { ...given, host }))).toEqual(['host'])
    },
  )

  test.each(['10.0.0.1', '::1', '[fd00::1]', 'db_1.internal'])('takes the host %p', (host) => {
    expect(errorsOf('postgres', { ...given, host })).toEqual({})
  })

  test.each([
    'subname',
    'subprotocol',
    'classname',
    'uri',
    'connectionString',
    'options',
    'stream',
    'types',
    'socketPath',
    'flags',
    'infileStreamFactory',
    'typeCast',
    'multipleStatements',
    'supportBigNumbers',
    'timezone',
    'debug',
    'additional-options',
    'constructor',
    'toString',
  ])('refuses %s by its name', (key) => {
    for (const engine of ['postgres', 'mysql', 'h2'])
      expect(Object.keys(errorsOf(engine, { ...given, [key]: 'x' }))).toEqual([key])
  })

  test('takes a plain name for a database of H2, where it becomes part of a URL', () => {
    for (const dbname of ['shop', './data/shop-2.v1', '~/shop_1', '/srv/h2/Shop'])
      expect(errorsOf('h2', { ...given, dbname })).toEqual({})
    for (const dbname of [
      "shop;INIT=RUNSCRIPT FROM 'http://example.com/x.sql'",
      'shop;MODE=MySQL',
      'mem:shop',
      'tcp://example.com/shop',
      '../shop',
      'shop\nx',
      'shöp',
    ])
      expect(Object.keys(errorsOf('h2', { ...given, dbname }))).toEqual(['dbname'])
  })

  test('refuses __proto__ without following it', () => {
    const hostile = JSON.parse('{"__proto__": {"ssl": true}}')
    const errors = errorsOf('postgres', Object.assign(hostile, given))
    expect(Object.keys(errors)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).ssl).toBeUndefined()
  })

  test('drops what clients send along and what is switched off', () => {
    const harmless = {
      'advanced-options': true,
      'let-user-control-scheduling': false,
      'schema-filters-type': 'all',
      'tunnel-enabled': false,
      'tunnel-port': 22,
      'additional-options': '',
    }
    expect(parseDetails('postgres', { ...given, ...harmless })).toEqual(
      parseDetails('postgres', given),
    )
  })

  test('refuses a tunnel and an unknown engine', () => {
    expect(errorsOf('postgres', { ...given, 'tunnel-enabled': true })).toEqual({
      'tunnel-enabled': 'is not supported',
    })
    for (const engine of ['oracle', '__proto__', 'constructor'])
      expect(errorsOf(engine, given)).toEqual({
        engine: 'must be one of postgres, mysql, h2, mongo',
      })
  })

  test('never takes the mask for a password', () => {
    expect(errorsOf('postgres', { ...given, password: secretMask })).toEqual({
      password: 'is required',
    })
  })
})

describe('mergeDetails', () => {
  const stored = {
    engine: 'postgres',
    details: { host: 'db.example.com', port: 5432, dbname: 'shop', user: 'reader' },
    hasSecret: true,
  }

  test('keeps the secret for the mask, and when it is left out', () => {
    for (const password of [secretMask, undefined])
      expect(mergeDetails(stored, 'postgres', { dbname: 'other', password })).toEqual({
        ok: true,
        details: { ...stored.details, dbname: 'other' },
        secretAction: 'keep',
      })
  })

  test('replaces it, and takes it away', () => {
    expect(mergeDetails(stored, 'postgres', { password: 'new' })).toMatchObject({
      secretAction: 'replace',
      details: { password: 'new' },
    })
    expect(mergeDetails(stored, 'postgres', { password: null })).toMatchObject({
      secretAction: 'none',
    })
  })

  test.each([
    { host: 'evil.example.com' },
    { port: 5433 },
    { user: 'root' },
    { ssl: false },
    { ssl: true },
  ])('asks for the secret again with %p', (change) => {
    for (const password of [secretMask, undefined])
      expect(mergeDetails(stored, 'postgres', { ...change, password })).toEqual({
        ok: false,
        errors: { password: 'is required again, because the connection changes' },
      })
  })

  test('asks for it again with another engine', () => {
    expect(mergeDetails(stored, 'mysql', stored.details)).toMatchObject({ ok: false })
  })

  test('an alias replaces what is stored under the other name', () => {
    expect(mergeDetails(stored, 'postgres', { db: 'other' })).toMatchObject({
      details: { dbname: 'other' },
    })
  })

  test('the mask without a stored secret is no password', () => {
    const merged = mergeDetails({ ...stored, hasSecret: false }, 'postgres', {
      password: secretMask,
    })
    expect(merged).toEqual({ ok: false, errors: { password: 'is required' } })
  })
})

test('secrets are split off and masked', () => {
  const parsed = parseDetails('postgres', given)
  if (!parsed.ok) throw new Error('refused')
  const { details, secret } = splitDetails(parsed.details)
  expect(secret).toBe('secret')
  expect(JSON.stringify(details)).not.toContain('secret')
  expect(maskedDetails('postgres', details, true)).toEqual({ ...details, password: secretMask })
  expect(maskedDetails('postgres', details, false)).toEqual(details)
})

test('only Postgres has schemas', () => {
  expect(featuresOf('postgres')).toContain('schemas')
  expect(featuresOf('mysql')).not.toContain('schemas')
  expect(featuresOf('nothing')).toEqual([])
})
