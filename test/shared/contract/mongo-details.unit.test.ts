import { describe, expect, test } from '@jest/globals'
import {
  featuresOf,
  maskedDetails,
  mergeDetails,
  parseDetails,
  secretMask,
} from '../../../shared/contract/engine-details.ts'

const given = { host: 'db.example.com', dbname: 'shop', user: 'reader', pass: 'secret' }
const { pass: _pass, ...open } = given
const errorsOf = (details: Record<string, unknown>) => {
  const parsed = parseDetails('mongo', details)
  return parsed.ok ? {} : parsed.errors
}

describe('details of a MongoDB server', () => {
  test('come with the names clients use, and get its port', () => {
    const { dbname: db, ...others } = given
    const details = { ...open, password: 'secret', port: 27_017 }
    expect(parseDetails('mongo', given)).toEqual({ ok: true, details })
    expect(parseDetails('mongo', { ...others, db, authdb: 'users' })).toEqual({
      ok: true,
      details: { ...details, authdb: 'users' },
    })
  })

  test('need no user, where the server asks for none', () => {
    const { user: _user, ...nobody } = open
    expect(parseDetails('mongo', nobody)).toEqual({
      ok: true,
      details: { ...nobody, user: '', port: 27_017 },
    })
  })

  test('are never an address in one text', () => {
    const off = { 'use-conn-uri': false, 'conn-uri': '', 'use-srv': null }
    expect(errorsOf({ ...given, ...off })).toEqual({})
    for (const [key, value] of Object.entries({
      'use-conn-uri': true,
      'conn-uri': 'mongodb://a:b@169.254.169.254/?ssl=false',
      'use-srv': true,
      'additional-options': 'replicaSet=x',
      'tunnel-enabled': true,
    }))
      expect(errorsOf({ ...given, [key]: value })).toEqual({ [key]: 'is not supported' })
    for (const key of ['uri', 'connectionString', 'replicaSet', 'authMechanism', 'proxyHost'])
      expect(errorsOf({ ...given, [key]: 'x' })).toEqual({ [key]: 'is not a known setting' })
    for (const host of ['mongodb://db', 'a,b', 'a/b', 'user@db', '/tmp/mongodb.sock'])
      expect(Object.keys(errorsOf({ ...given, host }))).toEqual(['host'])
  })

  test('show a mask for the password, and take it for no change', () => {
    const shown = maskedDetails('mongo', { ...open, password: 'secret' }, true)
    expect(shown).toEqual({ ...open, pass: secretMask })
    expect(maskedDetails('mongo', open, false)).toEqual(open)
    const stored = { engine: 'mongo', details: { ...open, port: 27_017 }, hasSecret: true }
    expect(mergeDetails(stored, 'mongo', shown)).toMatchObject({ ok: true, secretAction: 'keep' })
    expect(mergeDetails(stored, 'mongo', { pass: 'new' })).toMatchObject({
      ok: true,
      secretAction: 'replace',
      details: { password: 'new' },
    })
  })

  test('want the password again, under its name, when it would go elsewhere', () => {
    const stored = { engine: 'mongo', details: { ...open, port: 27_017 }, hasSecret: true }
    for (const change of [{ host: 'other' }, { port: 1 }, { ssl: true }, { authdb: 'x' }])
      expect(mergeDetails(stored, 'mongo', { ...change, pass: secretMask })).toEqual({
        ok: false,
        errors: { pass: expect.stringContaining('required again') },
      })
    expect(errorsOf({ ...open, pass: secretMask })).toEqual({ pass: 'is required' })
    expect(errorsOf({ ...open, pass: 5 })).toEqual({ pass: expect.any(String) })
  })

  test('promise what pipelines can say', () => {
    expect(featuresOf('mongo')).toEqual(expect.arrayContaining(['nested-fields', 'left-join']))
    for (const feature of ['full-join', 'right-join', 'schemas'])
      expect(featuresOf('mongo')).not.toContain(feature)
  })
})
