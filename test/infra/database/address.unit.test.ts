import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { clientConfigOf } from '../../../infra/database/address.ts'
import { StartupProblem } from '../../../infra/startup-problem.ts'

const certificate = fileURLToPath(new URL('../../fixtures/tls/localhost.crt', import.meta.url))

test('says where, as whom and with which database', () => {
  expect(clientConfigOf('postgres://us%40er:p%2Fw@db.example:6432/an%20alytics')).toEqual({
    host: 'db.example',
    port: 6432,
    user: 'us@er',
    password: 'p/w',
    database: 'an alytics',
    ssl: false,
  })
  expect(clientConfigOf('postgres://[::1]/analytics')).toEqual({
    host: '::1',
    port: 5432,
    database: 'analytics',
    ssl: false,
  })
})

const tlsOf = (query: string) => clientConfigOf(`postgres://db.example/analytics?${query}`).ssl

test('encrypts without a proof only where nothing can be proven', () => {
  expect(tlsOf('sslmode=disable')).toBe(false)
  expect(tlsOf('sslmode=require')).toEqual({ rejectUnauthorized: false })
  const proven = { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }
  expect(tlsOf('sslmode=verify-full')).toEqual(proven)
  const ca = expect.stringContaining('BEGIN CERTIFICATE')
  expect(tlsOf(`sslmode=require&sslrootcert=${certificate}`)).toEqual({ ...proven, ca })
  expect(tlsOf(`sslrootcert=${certificate}`)).toEqual({ ...proven, ca })
})

test.each([
  ['sslmode=prefer', 'sslmode=prefer'],
  ['sslmode=allow', 'sslmode=allow'],
  ['sslmode=toString', 'sslmode=toString'],
  ['ssl=true', 'says ssl;'],
  ['sslmode=require&options=-c%20role%3Dx', 'says options;'],
  ['sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem'],
])('refuses %s', (query, said) => {
  expect(() => tlsOf(query)).toThrow(StartupProblem)
  expect(() => tlsOf(query)).toThrow(said)
})
