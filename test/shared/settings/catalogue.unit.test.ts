import { describe, expect, test } from '@jest/globals'
import type { Json } from '../../../shared/kernel/json.ts'
import { catalogue, type SettingKey, settingKeys } from '../../../shared/settings/catalogue.ts'
import { checkedValue } from '../../../shared/settings/checked.ts'
import { asJson, effective } from '../../../shared/settings/effective.ts'
import { isMask, maskOf } from '../../../shared/settings/mask.ts'
import { visibleSettings } from '../../../shared/settings/visible.ts'

const checked = (key: SettingKey, value: unknown) => checkedValue({}, key, value)

describe('the catalogue', () => {
  test.each(settingKeys)('%s has a default that it would take', (key) => {
    const { fallback } = catalogue[key]
    expect(asJson(key, effective({}, key, null))).toEqual(fallback)
    expect(checked(key, fallback)).toEqual({ value: fallback })
    expect(catalogue[key].environmentName).toMatch(/^[A-Z][A-Z_]+$/)
  })

  test.each<[SettingKey, unknown, Json]>([
    ['site-url', ' https://bi.example.com/app// ', 'https://bi.example.com/app'],
    ['site-locale', 'pt-br', 'pt_BR'],
    ['report-timezone', 'europe/paris', 'Europe/Paris'],
    ['idp-auto-create-domains', ['Example.COM', 'example.com'], ['example.com']],
    ['email-smtp-host', 'Mail.Example.com', 'mail.example.com'],
    ['http-action-allowed-hosts', ['api.internal', '[::1]:9000'], ['api.internal', '[::1]:9000']],
    ['rate-limit-query', '10/1', '10/1'],
    ['query-timeout', 3_600, 3_600],
  ])('%s takes %j', (key, given, kept) => {
    expect(checked(key, given)).toEqual({ value: kept })
  })

  test.each<[SettingKey, unknown]>([
    ['site-name', ''],
    ['site-name', 'two\nlines'],
    ['site-name', 7],
    ['site-url', 'bi.example.com'],
    ['site-url', 'ftp://example.com'],
    ['site-url', 'https://user:password@example.com'],
    ['site-url', 'https://example.com/?q=1'],
    ['slack-webhook-url', 'javascript:alert(1)'],
    ['site-locale', 'german'],
    ['admin-email', 'nobody'],
    ['report-timezone', '+02:00'],
    ['report-timezone', 'Middle-earth/Shire'],
    ['start-of-week', 'someday'],
    ['enable-public-sharing', 'false'],
    ['embedding-secret-key', 'short'],
    ['email-smtp-host', 'smtp://example.com'],
    ['email-smtp-host', 'example.com/path'],
    ['email-smtp-port', 0],
    ['email-smtp-security', 'maybe'],
    ['email-reply-to', ['a@example.com', 'b']],
    ['http-action-allowed-hosts', ['https://example.com']],
    ['http-action-allowed-hosts', 'example.com'],
    ['unaggregated-query-row-limit', 0],
    ['aggregated-query-row-limit', 1_048_576],
    ['query-timeout', 1.5],
    ['rate-limit-login', '0/60'],
    ['rate-limit-login', 20],
  ])('%s does not take %j, and does not repeat it', (key, given) => {
    const { problem } = checked(key, given) as { problem: string }
    expect(problem).toMatch(/^(must|is|repeats) /)
    if (typeof given === 'string' && given.length > 6) expect(problem).not.toContain(given)
  })

  test.each(settingKeys)('%s says in words of its own what it does not take', (key) => {
    for (const value of [7.5, true, {}, [], [7], [{}], '\u0000', 'x'.repeat(5_000)]) {
      const outcome = checked(key, value)
      if ('problem' in outcome) expect(outcome.problem).toMatch(/^(must|is|repeats|needs) /)
    }
  })

  test('takes null for the default, and nothing where the environment speaks', () => {
    expect(checked('site-name', null)).toEqual({ value: null })
    for (const value of [null, 'Shop'])
      expect(checkedValue({ 'site-name': 'Fixed' }, 'site-name', value)).toEqual({
        problem: 'is set by the environment variable SITE_NAME, and only there',
      })
  })
})

test('secrets are masked, those that are short altogether', () => {
  expect(maskOf('correct horse ab')).toBe('**********ab')
  expect(maskOf('1234567')).toBe('**********')
  for (const mask of ['**********ab', '**********', maskOf('a longer secret')])
    expect(isMask(mask)).toBe(true)
  for (const text of ['*********ab', '**********abc', 'x**********', ''])
    expect(isMask(text)).toBe(false)
})

test('everybody sees what concerns them, and nobody a secret', () => {
  const [strangers, people, admins] = [undefined, false, true].map((isSuperuser) =>
    visibleSettings(isSuperuser === undefined ? undefined : { isSuperuser }),
  )
  expect(strangers).toEqual([
    'site-name',
    'site-url',
    'site-locale',
    'enable-password-login',
    'idp-issuer',
    'idp-client-id',
  ])
  expect(people).toEqual(expect.arrayContaining([...(strangers ?? []), 'start-of-week']))
  expect(people).not.toContain('email-smtp-host')
  const secret = settingKeys.filter((key) => catalogue[key].privacy === 'secret')
  expect(admins).toEqual(settingKeys.filter((key) => !secret.includes(key)))
})
