import { describe, expect, test } from '@jest/globals'
import { readWanted, toChanges } from '../../../command-service/setting/change.ts'
import type { SaidSettings } from '../../../command-service/setting/decider.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

const password = 'correct horse battery'
const mask = '**********ry'

describe('what is wanted', () => {
  test('is read in the spelling it is kept in', () => {
    const wanted = readWanted({}, { 'site-locale': 'pt-br', 'site-url': null, 'query-timeout': 5 })
    expect([...wanted]).toEqual([
      ['site-locale', 'pt_BR'],
      ['site-url', null],
      ['query-timeout', 5],
    ])
  })

  test('is refused as a whole, each problem by its setting and no secret told', () => {
    const given = {
      'site-name': 'Shop',
      'embedding-secret-key': 'opensesame',
      'email-smtp-password': mask,
      constructor: 1,
    }
    const read = () => readWanted({ 'email-smtp-password': 'fixed' }, given)
    expect(read).toThrow(Refusal)
    try {
      read()
    } catch (error) {
      const { message, extras } = error as Refusal
      expect(message).toMatch(/^embedding-secret-key is too short/)
      expect(extras.errors).toEqual({
        'embedding-secret-key': expect.stringMatching(/^is too short/),
        'email-smtp-password': expect.stringMatching(/EMAIL_SMTP_PASSWORD/),
        constructor: 'is no setting',
      })
      expect(JSON.stringify([message, extras])).not.toContain('opensesame')
    }
  })
})

describe('what is to be kept sealed', () => {
  const vaultLab = () => {
    const kept = new Map([['old', JSON.stringify(password)]])
    const vault = {
      open: async (reference: string) => kept.get(reference),
      put: async (kind: string, text: string) => {
        const reference = `${kind} ${kept.size}`
        kept.set(reference, text)
        return reference
      },
    }
    return { kept, vault }
  }
  const said: SaidSettings = {
    values: new Map([['email-smtp-host', 'mail.test']]),
    references: new Map([['email-smtp-password', 'old']]),
  }
  const changes = (given: object, lab = vaultLab()) =>
    toChanges(lab.vault, said, readWanted({}, { ...given }))

  test('is in the vault before anything of it is recorded', async () => {
    const lab = vaultLab()
    const given = {
      'email-smtp-password': 'another one',
      'email-reply-to': ['ada@example.com'],
      'site-name': 'Shop',
    }
    expect(await changes(given, lab)).toEqual([
      { key: 'email-smtp-password', reference: 'setting 1' },
      { key: 'email-reply-to', reference: 'setting 2' },
      { key: 'site-name', value: 'Shop' },
    ])
    expect([...lab.kept.values()].slice(1)).toEqual(['"another one"', '["ada@example.com"]'])
  })

  test('stays as it is where it comes back, also as its mask', async () => {
    expect(await changes({ 'email-smtp-password': password })).toEqual([])
    expect(await changes({ 'email-smtp-password': mask })).toEqual([])
    expect(await changes({ 'email-smtp-password': null })).toEqual([
      { key: 'email-smtp-password', reference: null },
    ])
  })

  test('has to be given itself, same or not, with another server it is sent to', async () => {
    const host = 'other.test'
    const moved = { key: 'email-smtp-host', value: host }
    const anew = { key: 'email-smtp-password', reference: 'setting 1' }
    const given = { 'email-smtp-password': password }
    expect(await changes({ ...given, 'email-smtp-host': host })).toEqual([anew, moved])
    const hidden = { 'email-smtp-password': mask, 'email-smtp-host': host }
    await expect(changes(hidden)).rejects.toMatchObject({ kind: 'validation' })
    const stayed = { 'email-smtp-password': mask, 'email-smtp-host': 'mail.test' }
    expect(await changes(stayed)).toEqual([{ key: 'email-smtp-host', value: 'mail.test' }])
  })

  test('is never the mask of something else', async () => {
    for (const given of [{ 'email-smtp-password': '**********xx' }, { 'slack-webhook-url': mask }])
      await expect(changes(given)).rejects.toMatchObject({ kind: 'validation' })
  })
})
