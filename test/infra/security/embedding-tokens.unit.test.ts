import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { SignJWT } from 'jose'
import { embeddingTokens } from '../../../infra/security/embedding-tokens.ts'
import { Refusal, type RefusalKind } from '../../../shared/kernel/refusal.ts'
import type { FixedSettings } from '../../../shared/settings/catalogue.ts'
import { embeddingKey, part, signed } from '../../support/embedding-token.ts'
import { fixedSettings } from '../../support/some-settings.ts'

const now = 1_800_000_000
const tokensWith = (said: FixedSettings) =>
  embeddingTokens(fixedSettings(said), () => new Date(now * 1000 + 999))
const tokens = tokensWith({ 'embedding-secret-key': embeddingKey })

const resource = { question: 7 }
const good = { resource, params: { state: 'CA' }, exp: now + 600 }
const withTimes = (times: object) => signed({ ...good, ...times })
const withResource = (named: unknown) => signed({ ...good, resource: named })
const withParams = (params: unknown) => signed({ ...good, params })
const withHeader = (header: object) => signed(good, { header: { alg: 'HS256', ...header } })

/** The kind of refusal; nothing where the token is good. */
const refusal = async (token: string, over = tokens): Promise<RefusalKind | undefined> => {
  try {
    await over.read(token)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.kind
    throw error
  }
}

type Table = Readonly<Record<string, string>>
const each = (table: Table) => Object.entries(table)

describe('tokens that hold', () => {
  test('are read whatever made them', async () => {
    const key = Buffer.from(embeddingKey)
    const byLibrary = await new SignJWT({ resource, params: {} })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
      .sign(key)
    expect(await tokens.read(byLibrary)).toEqual({ resource, params: {} })
    expect(await tokens.read(signed(good))).toEqual({ resource, params: { state: 'CA' } })
  })

  const fine: Table = {
    'the longest life': withTimes({ exp: now + 86_400 }),
    'the last second': withTimes({ exp: now + 1 }),
    'times of a clock that is a little ahead': withTimes({ nbf: now, iat: now + 60 }),
    'keys elsewhere, which are passed over': withHeader({
      kid: '../../etc/passwd',
      jku: 'http://127.0.0.1:1/keys',
      x5u: 'http://127.0.0.1:1/certificate',
      jwk: { kty: 'oct', k: part('another key') },
      x5c: ['none'],
    }),
    'further claims': withTimes({ iss: 'https://shop.example', sub: 'somebody', _any: [1] }),
    'a dashboard': withResource({ dashboard: 2_147_483_647 }),
    'lists, numbers and nothing as values': withParams({ a: ['x', 1, true], b: null, c: 1.5 }),
  }
  test.each(each(fine))('%s', async (_, token) => {
    expect(await refusal(token)).toBeUndefined()
  })
})

describe('what is no token, or says what none may, is not valid', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const text = JSON.stringify(good)
  const bad: Table = {
    nothing: '',
    'a word': 'token',
    'two parts': signed(good).split('.').slice(0, 2).join('.'),
    'four parts': `${signed(good)}.${part('more')}`,
    'an encrypted one': `${signed(good)}..`,
    'a header that is no JSON': signed(good, { header: '{alg' }),
    'a header that is a list': signed(good, { header: [] }),
    'a header with one key twice': signed(good, { header: '{"alg":"none","alg":"HS256"}' }),
    'words between dots': 'not.a.token',
    'a session': randomUUID(),
    'a very long one': withParams({ state: 'x'.repeat(10_000) }),
    'a list as content': signed([]),
    'text as content': signed('"text"'),
    'a number as content': signed('7'),
    'content that is no JSON': signed('{'),
    'deep content': signed(`{"deep":${nested(200)},${text.slice(1)}`),
    'one key twice': signed(`{"resource":{"question":8},${text.slice(1)}`),
    'one key twice, in other letters': signed(`{"resourc\\u0065":{"question":8},${text.slice(1)}`),
    'one key twice, further in': signed(text.replace('"state"', '"state":"NY","state"')),
    'a key that is no key': signed(`{"__proto__":{},${text.slice(1)}`),
    'both things': withResource({ question: 1, dashboard: 1 }),
    'no thing': withResource({}),
    'a thing of another name': withResource({ card: 1 }),
    'a thing and another name': withResource({ question: 1, card: 1 }),
    'a list of things': withResource([7]),
    'no resource': signed({ params: {}, exp: good.exp }),
    'text as id': withResource({ question: '7' }),
    'half an id': withResource({ question: 7.5 }),
    'a negative id': withResource({ question: -1 }),
    'the id 0': withResource({ question: 0 }),
    'a list as id': withResource({ question: [7] }),
    'an id beyond all ids': withResource({ question: 2 ** 31 }),
    'an id beyond all numbers': signed(text.replace('7', '9007199254740992')),
    'no params': signed({ resource, exp: good.exp }),
    'params that are null': withParams(null),
    'params that are a list': withParams([]),
    'params that are text': withParams('{}'),
    'an object as value': withParams({ state: { $ne: null } }),
    'objects in a list': withParams({ state: [{ a: 1 }] }),
    'a list in a list': withParams({ state: [['CA']] }),
    'null in a list': withParams({ state: [null] }),
  }
  test.each(each(bad))('%s', async (_, token) => {
    expect(await refusal(token)).toBe('validation')
  })
})

describe('what our key did not sign so is no token of ours', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const bad: Record<string, string> = {
    'another key': signed(good, { key: embeddingKey.toUpperCase() }),
    'our key as bytes': signed(good, { key: Buffer.from(embeddingKey, 'hex').toString('latin1') }),
    'no signature': `${signed(good).split('.').slice(0, 2).join('.')}.`,
    'a signature cut short': signed(good).slice(0, -1),
    'the signature padded': `${signed(good)}=`,
    'a space behind': `${signed(good)} `,
    'another way to write the signature': signed(good).replace(/.$/, (last) =>
      String.fromCharCode(last.charCodeAt(0) + 1),
    ),
    'another one’s content': [
      ...signed(good).split('.').slice(0, 1),
      part({ ...good, resource: { question: 8 } }),
      ...signed(good).split('.').slice(2),
    ].join('.'),
    'parts of it critical': withHeader({ crit: ['exp'], exp: 1 }),
    'no encoding': withHeader({ crit: ['b64'], b64: false }),
    'b64 not critical': withHeader({ b64: false }),
    compressed: withHeader({ zip: 'DEF' }),
    'another type': withHeader({ typ: 'at+jwt' }),
    'a type that is no text': withHeader({ typ: ['JWT'] }),
    nested: withHeader({ cty: 'JWT' }),
    'no algorithm': signed(good, { header: { typ: 'JWT' } }),
    'a list of algorithms': signed(good, { header: { alg: ['HS256'] } }),
  }
  for (const alg of [
    'none',
    'None',
    'nOnE',
    'NONE',
    '',
    'hs256',
    'RS256',
    'PS256',
    'ES256',
    'EdDSA',
  ])
    bad[`algorithm "${alg}"`] = signed(good, { header: { alg } })
  bad['none, and unsigned'] = `${part({ alg: 'none' })}.${part(good)}.`
  bad.HS384 = signed(good, { header: { alg: 'HS384' }, hash: 'sha384' })
  bad.HS512 = signed(good, { header: { alg: 'HS512' }, hash: 'sha512' })

  test.each(Object.entries(bad))('%s', async (_, token) => {
    expect(await refusal(token)).toBe('embedding-token-invalid')
  })

  test('a true signature of another kind of key', async () => {
    const token = await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(rsa)
    expect(await refusal(token)).toBe('embedding-token-invalid')
  })

  test('nor what differs from a good one in a single bit', async () => {
    const token = signed(good)
    const [header = ''] = token.split('.')
    for (let at = 0; at < token.length; at += 1)
      for (let bit = 0; bit < 7; bit += 1) {
        const other = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit))
        const kind = await refusal(token.slice(0, at) + other + token.slice(at + 1))
        // A header that cannot be read any more is no token's.
        const isReadable = at > header.length && other !== '.' && token[at] !== '.'
        if (isReadable) expect(kind).toBe('embedding-token-invalid')
        else expect(['validation', 'embedding-token-invalid']).toContain(kind)
      }
  })
})

describe('what does not hold now', () => {
  const expired: Table = {
    'ended a second ago': withTimes({ exp: now - 1 }),
    'ended now': withTimes({ exp: now }),
    'ended before 1970': withTimes({ exp: -5 }),
  }
  test.each(each(expired))('has expired: %s', async (_, token) => {
    expect(await refusal(token)).toBe('embedding-token-expired')
  })

  const untimely: Table = {
    'no end': signed({ resource, params: {} }),
    'null as end': withTimes({ exp: null }),
    'text as end': withTimes({ exp: String(now + 600) }),
    'a part of a second': withTimes({ exp: now + 600.5 }),
    milliseconds: withTimes({ exp: (now + 600) * 1000 }),
    'more than a day': withTimes({ exp: now + 86_401 }),
    'ten years': withTimes({ exp: now + 315_360_000 }),
    'to begin later': withTimes({ nbf: now + 1 }),
    'made later': withTimes({ iat: now + 61 }),
    'text as beginning': withTimes({ nbf: 'now' }),
    'text as making': withTimes({ iat: 'now' }),
  }
  test.each(each(untimely))('is not valid: %s', async (_, token) => {
    expect(await refusal(token)).toBe('embedding-token-invalid')
  })
})

test('after the key has changed, the old one signs nothing unless it still holds', async () => {
  const key = embeddingKey.split('').reverse().join('')
  const rotated = tokensWith({ 'embedding-secret-key': key })
  expect(await refusal(signed(good), rotated)).toBe('embedding-token-invalid')
  expect(await refusal(signed(good, { key }), rotated)).toBeUndefined()
  const overlapping = tokensWith({
    'embedding-secret-key': key,
    'embedding-secret-key-previous': embeddingKey,
  })
  expect(await refusal(signed(good), overlapping)).toBeUndefined()
  expect(await refusal(signed(good, { key }), overlapping)).toBeUndefined()
  const neither = signed(good, { key: `${key}x` })
  expect(await refusal(neither, overlapping)).toBe('embedding-token-invalid')
})

test('without a key nothing is embedded, whatever the token', async () => {
  for (const token of [signed(good), 'garbage', signed(good, { key: 'undefined' })])
    expect(await refusal(token, tokensWith({}))).toBe('embedding-disabled')
})

test('switched off, nothing is embedded, and what is no good token is still called so', async () => {
  const off = tokensWith({ 'embedding-secret-key': embeddingKey, 'enable-embedding': false })
  expect(await refusal(signed(good), off)).toBe('embedding-disabled')
  expect(await refusal(signed(good, { key: 'another' }), off)).toBe('embedding-token-invalid')
})

test('refusals repeat neither key, token nor values', async () => {
  const secret = 'a value nobody is to see'
  for (const token of [
    withParams({ state: { [secret]: secret } }),
    signed({ ...good, params: { state: secret } }, { key: 'another' }),
    signed({ resource: secret, params: {}, exp: good.exp }),
  ]) {
    const told = await tokens.read(token).then(
      () => '',
      (error) => JSON.stringify([error.message, error.extras]),
    )
    for (const hidden of [embeddingKey, token.slice(-20)]) expect(told).not.toContain(hidden)
    expect(told).not.toContain(`"${secret}"`)
  }
})
