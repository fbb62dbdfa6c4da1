import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadConfig, wantsHelp } from '../../infra/config.ts'
import { describeConfig, helpText } from '../../infra/config-text.ts'
import { problemsOf } from '../support/config-problems.ts'

const masterKey = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

describe('the configuration', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'config-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  const secretFile = (content: string) => {
    const path = join(directory, 'secret')
    writeFileSync(path, content)
    return path
  }

  test('needs nothing: every value has a sensible default', () => {
    expect(loadConfig([], {})).toEqual({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      metrics: { host: '127.0.0.1', port: 'auto' },
      dataDirectory: resolve('data'),
      database: undefined,
      eventStoreUrl: undefined,
      natsUrl: undefined,
      tracesUrl: undefined,
      admin: undefined,
      masterKey: undefined,
      frameAncestors: { embed: '*', public: "'none'" },
      sessionMaxAgeSeconds: 14 * 24 * 3600,
      maxResultMb: 64,
      queryAuditDays: 90,
      projectionWaitMs: 2000,
      trustedProxies: 0,
      logLevel: 'info',
      settings: {},
      redis: undefined,
    })
  })

  test('says which sites may frame pages in the words of a content security policy', () => {
    const framed = (text: string) =>
      loadConfig([], { EMBED_FRAME_ANCESTORS: text }).frameAncestors.embed
    expect(framed('none')).toBe("'none'")
    expect(framed('self, https://a.example https://*.b.example:8443')).toBe(
      "'self' https://a.example https://*.b.example:8443",
    )
    for (const text of ['a.example', "'none'; script-src *", '* none', 'https://a.example/path'])
      expect(() => framed(text)).toThrow('EMBED_FRAME_ANCESTORS must be none, self, *')
  })

  test.each([[['--port', '8080', '--data', '/srv/data']], [['--port=8080', '--data=/srv/data']]])(
    'takes arguments over the environment: %j',
    (args) => {
      const config = loadConfig(args, { PORT: '1', DATA_DIR: '/elsewhere' })
      expect(config).toMatchObject({ port: 8080, dataDirectory: '/srv/data' })
    },
  )

  test.each([
    ['90', 90],
    ['90s', 90],
    ['15m', 900],
    ['12h', 43_200],
    ['14d', 1_209_600],
  ])('reads the duration %s as %d seconds', (text, seconds) => {
    expect(loadConfig([], { SESSION_MAX_AGE: text }).sessionMaxAgeSeconds).toBe(seconds)
  })

  test('takes an empty variable for one that is not set', () => {
    expect(loadConfig([], { PORT: '', ADMIN_EMAIL: '' })).toEqual(loadConfig([], {}))
  })

  test('reads a secret from its file, without the last line end', () => {
    const env = { ADMIN_EMAIL: 'ada@shop.test', ADMIN_PASSWORD_FILE: secretFile(' pass word \n') }
    expect(loadConfig([], env).admin).toEqual({ email: 'ada@shop.test', password: ' pass word ' })
  })

  test('takes a Redis, waits for it as long as told, and never shows its address', () => {
    const url = 'rediss://limits:pass-word@redis.example:6380/2'
    const config = loadConfig([], { REDIS_URL_FILE: secretFile(`${url}\n`), REDIS_TIMEOUT_MS: '9' })
    expect(config.redis).toEqual({ url, timeoutMs: 9 })
    const shown = JSON.stringify(describeConfig(config))
    for (const part of ['pass-word', 'redis.example']) expect(shown).not.toContain(part)
    for (const address of ['redis.example:6379', 'http://redis', 'redis://', 'redis://a/x'])
      expect(problemsOf([], { REDIS_URL: address })).toEqual([
        'REDIS_URL must be an address such as redis://:password@example.com:6379/0.',
      ])
  })

  test('takes a port of 0 and metrics switched off', () => {
    expect(loadConfig(['--port', '0'], { METRICS_PORT: 'off' })).toMatchObject({
      port: 0,
      metrics: { port: 'off' },
    })
  })

  test('takes no port of metrics that the service itself uses', () => {
    const problem =
      'METRICS_PORT must be another one than 3000, which the service itself uses (PORT).'
    expect(problemsOf([], { METRICS_PORT: '3000' })).toEqual([problem])
    expect(problemsOf(['--port', '3000'], { PORT: '9', METRICS_PORT: '03000' })).toEqual([problem])
    const apart = { METRICS_PORT: '3000', METRICS_HOST: '10.0.0.1' }
    expect(problemsOf([], { ...apart, HOST: '0.0.0.0' })).toEqual([problem])
    expect(problemsOf([], apart)).toEqual([])
    expect(problemsOf([], { PORT: '0', METRICS_PORT: '0' })).toEqual([])
  })

  test('names everything wrong at once, in plain sentences', () => {
    const env = {
      PORT: '70000',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_QUERY: '600',
      SESSION_MAX_AGE: 'a fortnight',
      ADMIN_EMAIL: 'ada@shop.test',
      MASTER_KEY: masterKey,
      MASTER_KEY_FILE: '/run/key',
      ADMIN_PASSWORD_FILE: '/nowhere/password',
    }
    expect(problemsOf([], env)).toEqual([
      'ADMIN_PASSWORD_FILE names /nowhere/password, which cannot be read.',
      'MASTER_KEY and MASTER_KEY_FILE are both set; keep one of them.',
      'PORT must be a whole number from 0 to 65535, not "70000".',
      'SESSION_MAX_AGE must be a duration such as 90s, 15m, 12h or 14d, up to 31536000 seconds, not "a fortnight".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
      'RATE_LIMIT_QUERY must be requests/seconds, such as 600/60, not "600".',
      'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
    ])
  })

  test.each([
    ['--colour', "Unknown option '--colour'. See npm start -- --help."],
    ['--port', "Option '-p, --port <value>' argument missing. See npm start -- --help."],
  ])('explains the argument %s', (argument, sentence) => {
    expect(problemsOf([argument], {})).toEqual([sentence])
  })

  test.each([
    ['CHANGE_ME_TO_A_COMPLEX_RANDOM_VALUE_PLEASE'],
    ['your-256-bit-value-your-secret-key-here'],
  ])('refuses %j as a secret and does not repeat it', (secret) => {
    const [problem] = problemsOf([], { MASTER_KEY: secret })
    expect(problem).toContain('MASTER_KEY')
    expect(problem).not.toContain(secret)
  })

  test.each(['x', '00'.repeat(32), masterKey.slice(2)])('refuses the master key %s', (key) => {
    expect(problemsOf([], { MASTER_KEY: key })).toHaveLength(1)
  })

  test.each(['', 'k', masterKey.slice(0, 31), 'x'.repeat(64), 'the-embedding-secret-key-of-ours'])(
    'refuses to sign what is embedded with "%s"',
    (key) => {
      const [problem, ...others] = problemsOf([], { EMBEDDING_SECRET_KEY: key })
      expect(problem).toMatch(/^EMBEDDING_SECRET_KEY (is|repeats)/)
      expect(others).toEqual([])
    },
  )

  test('takes 32 bytes to sign what is embedded with, and those of before', () => {
    const key = masterKey.slice(0, 32)
    const previous = masterKey.slice(32)
    const keys = (text: string) => loadConfig([], { EMBEDDING_SECRET_KEY: text }).settings
    expect(keys(key)).toEqual({
      'embedding-secret-key': key,
      'embedding-secret-key-previous': null,
    })
    expect(keys(`${key}, ${previous}`)).toEqual({
      'embedding-secret-key': key,
      'embedding-secret-key-previous': previous,
    })
    expect(problemsOf([], { EMBEDDING_SECRET_KEY: `${key},${previous},${key}` })).toEqual([
      'EMBEDDING_SECRET_KEY lists more than two keys.',
    ])
  })

  test('reads settings as the API would take them', () => {
    const { settings } = loadConfig([], {
      SITE_URL: 'https://bi.shop.test/',
      ENABLE_PUBLIC_SHARING: 'false',
      QUERY_TIMEOUT: '5m',
      RATE_LIMIT_QUERY: '10/1',
      EMAIL_REPLY_TO: 'ada@shop.test, bob@shop.test',
      START_OF_WEEK: '',
    })
    expect(settings).toEqual({
      'site-url': 'https://bi.shop.test',
      'enable-public-sharing': false,
      'query-timeout': 300,
      'rate-limit-query': { points: 10, seconds: 1 },
      'email-reply-to': ['ada@shop.test', 'bob@shop.test'],
    })
    const wrong = { SITE_URL: 'bi.shop.test', QUERY_TIMEOUT: '2h', EMAIL_SMTP_PORT: '70000' }
    expect(problemsOf([], wrong)).toEqual([
      'SITE_URL must be an address such as https://example.com, not "bi.shop.test".',
      'EMAIL_SMTP_PORT must be a whole number from 1 to 65535, not "70000".',
      'QUERY_TIMEOUT must be a duration such as 90s, 15m, 12h or 14d, up to 3600 seconds, not "2h".',
    ])
  })

  test('is described without any secret', () => {
    const config = loadConfig([], {
      ADMIN_EMAIL: 'ada@shop.test',
      ADMIN_PASSWORD: 'correct horse',
      MASTER_KEY: masterKey,
      EMBEDDING_SECRET_KEY: [...masterKey].reverse().join(''),
      SLACK_WEBHOOK_URL: 'https://hooks.shop.test/T0/B0/xyzzy',
      SITE_NAME: 'Shop',
    })
    const text = JSON.stringify(describeConfig(config))
    for (const secret of ['correct horse', masterKey, [...masterKey].reverse().join(''), 'xyzzy']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('ada@shop.test')
    expect(text).toContain('"site-name":"Shop"')
  })

  test('explains itself on request', () => {
    expect(wantsHelp(['--help'])).toBe(true)
    expect(wantsHelp(['--port', '1'])).toBe(false)
    const told = /^ {2}[A-Z_]+(?:\[_FILE\])?(?: +|\n +)/gm
    for (const [label] of helpText().matchAll(told))
      expect(label.split('\n').at(-1)).toHaveLength(31)
    expect(helpText()).toMatch(/PORT +Port of the service; 0 takes any free one\. \[3000\]/)
    expect(helpText()).toMatch(/MASTER_KEY\[_FILE\]/)
    expect(helpText()).toMatch(/\n\nSettings,.*:\n {2}SITE_NAME /)
    expect(helpText()).toMatch(/ \[\d+\/60\]\n$/)
    for (const line of helpText().split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})
