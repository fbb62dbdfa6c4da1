import { expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import { readModelSettings } from '../../../infra/settings/settings.ts'
import type { FixedSettings } from '../../../shared/settings/catalogue.ts'
import type { SettingRow } from '../../../shared/views/setting.ts'

const row = (key: string, more: Partial<SettingRow>): SettingRow => ({
  key,
  value: null,
  reference: null,
  until: null,
  ...more,
})

/** Settings over rows, a vault, a clock and a position that a test moves. */
const settingsLab = (fixed: FixedSettings = {}) => {
  const at = Date.parse('2026-03-01T10:00:00Z')
  const lab = {
    ...{ rows: [] as SettingRow[], reads: 0, opened: 0, ms: 0, position: 0n },
    ...{ visible: false, bus: localBus() },
  }
  const secrets: Record<string, string | undefined> = { a: '"first"', b: '"second"' }
  const settings = readModelSettings({
    readRows: async () => {
      lab.reads += 1
      return lab.rows
    },
    vault: {
      open: async (reference) => {
        lab.opened += 1
        return secrets[reference]
      },
    },
    progress: { known: () => lab.position, reached: async () => lab.visible },
    hints: lab.bus,
    fixed,
    now: () => new Date(at + lab.ms),
  })
  return { lab, settings }
}

test('the environment wins over what was said, and that over the default', async () => {
  const { lab, settings } = settingsLab({ 'site-name': 'Fixed', 'email-smtp-host': null })
  lab.rows = [
    row('site-name', { value: 'Said' }),
    row('email-smtp-host', { value: 'mail.example.com' }),
    row('query-timeout', { value: 5 }),
    row('start-of-week', { value: 'a day of an older release' }),
  ]
  const read = await settings.current(
    'site-name',
    'email-smtp-host',
    'query-timeout',
    'start-of-week',
    'rate-limit-login',
    'site-url',
  )
  expect(read).toEqual({
    'site-name': 'Fixed',
    'email-smtp-host': null,
    'query-timeout': 5,
    'start-of-week': 'sunday',
    'rate-limit-login': { points: 20, seconds: 60 },
    'site-url': null,
  })
})

test('are read once a second, unless they changed here or must hold at this moment', async () => {
  const { lab, settings } = settingsLab({ 'site-name': 'Fixed' })
  const timeout = () => settings.get('query-timeout')
  expect(await settings.get('site-name')).toBe('Fixed')
  expect(lab.reads).toBe(0)
  expect([await timeout(), await timeout(), lab.reads]).toEqual([60, 60, 1])
  lab.rows = [row('query-timeout', { value: 5 })]
  lab.ms = 999
  expect([await timeout(), lab.reads]).toEqual([60, 1])
  lab.ms = 1_000
  expect([await timeout(), lab.reads]).toEqual([5, 2])

  settings.changedAt(7n)
  lab.rows = [row('query-timeout', { value: 6 })]
  expect([await timeout(), lab.reads]).toEqual([6, 3])
  // Until readers are there it is read anew each time.
  expect([await timeout(), lab.reads]).toEqual([6, 4])
  lab.position = 7n
  expect([await timeout(), await timeout(), lab.reads]).toEqual([6, 6, 5])

  lab.rows = []
  expect(await settings.current('query-timeout')).toEqual({ 'query-timeout': 60 })
  // A clock that was set back makes nothing last longer.
  lab.ms = 0
  await timeout()
  expect(lab.reads).toBe(7)
})

test('what is sealed is opened once, and gone with its row or when it was to end', async () => {
  const { lab, settings } = settingsLab()
  const both = () => settings.current('embedding-secret-key', 'embedding-secret-key-previous')
  const until = '2026-03-01T10:01:00.000Z'
  const previous = row('embedding-secret-key-previous', { reference: 'a', until })
  lab.rows = [row('embedding-secret-key', { reference: 'b' }), previous]
  // Neither is a key that could be set: what is not valid any more counts as never said.
  expect(await both()).toEqual({
    'embedding-secret-key': null,
    'embedding-secret-key-previous': null,
  })
  expect(lab.opened).toBe(2)

  lab.rows = [row('email-smtp-password', { reference: 'b', until })]
  const password = () => settings.current('email-smtp-password')
  expect(await password()).toEqual({ 'email-smtp-password': 'second' })
  expect(await password()).toEqual({ 'email-smtp-password': 'second' })
  expect(lab.opened).toBe(2)
  lab.ms = 60_000
  expect(await password()).toEqual({ 'email-smtp-password': null })
  lab.rows = []
  await password()
  lab.rows = [row('email-smtp-password', { reference: 'b' })]
  expect(await password()).toEqual({ 'email-smtp-password': 'second' })
  expect(lab.opened).toBe(3)
  lab.rows = [row('email-smtp-password', { reference: 'swept' })]
  expect(await password()).toEqual({ 'email-smtp-password': null })
})

test('a reading that failed is not kept', async () => {
  let isAway = true
  const settings = readModelSettings({
    readRows: async () => {
      if (isAway) throw new Error('the database is away')
      return [row('query-timeout', { value: 5 })]
    },
    vault: { open: async () => undefined },
    progress: { known: () => 0n, reached: async () => false },
    hints: localBus(),
    fixed: {},
    now: () => new Date(0),
  })
  await expect(settings.get('query-timeout')).rejects.toThrow('away')
  isAway = false
  expect(await settings.get('query-timeout')).toBe(5)
})

test('what another process says has changed is read anew at once, and once however many ask', async () => {
  const { lab, settings } = settingsLab()
  const timeout = () => settings.get('query-timeout')
  expect(await timeout()).toBe(60)
  lab.rows = [row('query-timeout', { value: 5 })]
  for (let n = 0; n < 1_000; n += 1) lab.bus.publish('settings.changed', {})
  expect(lab.reads).toBe(1)
  expect(await Promise.all([timeout(), timeout()])).toEqual([5, 5])
  expect(lab.reads).toBe(2)
})

test('tells others once readers see it, and not before', async () => {
  const { lab, settings } = settingsLab()
  let told = 0
  lab.bus.subscribe('settings.changed', () => {
    told += 1
  })
  settings.changedAt(7n)
  await new Promise(setImmediate)
  expect(told).toBe(0)
  lab.visible = true
  settings.changedAt(8n)
  await new Promise(setImmediate)
  expect(told).toBe(1)
})
