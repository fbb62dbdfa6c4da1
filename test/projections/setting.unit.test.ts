import { expect, test } from '@jest/globals'
import { settingProjection } from '../../projections/setting.ts'
import type { SettingEvent } from '../../shared/events/setting.ts'
import { settings } from '../../shared/views/setting.ts'
import { projected } from '../support/memory-tables.ts'

const after = (...events: SettingEvent[]) =>
  projected([settingProjection], ...events).rows(settings)

test('a setting has its last value', () => {
  const changed = (value: string | null): SettingEvent => ({
    type: 'SettingChanged',
    data: { key: 'site-name', value },
  })
  const row = { key: 'site-name', reference: null, until: null }
  expect(after(changed('Shop'), changed('Store'))).toEqual([{ ...row, value: 'Store' }])
  expect(after(changed('Shop'), changed(null))).toEqual([{ ...row, value: null }])
  const off: SettingEvent = { type: 'AccessSettingChanged', data: { key: 'site-name', value: 'A' } }
  expect(after(off)).toEqual([{ ...row, value: 'A' }])
})

test('what the vault keeps is where it has it; a key before ends when it was to end', () => {
  const sealed = (reference: string | null): SettingEvent => ({
    type: 'SealedSettingChanged',
    data: { key: 'embedding-secret-key', reference },
  })
  const until = '2026-03-02T10:00:00.000Z'
  const rotated = (reference: string, previous: string | null): SettingEvent => ({
    type: 'EmbeddingKeyRotated',
    data: { reference, previous: previous === null ? null : { reference: previous, until } },
  })
  const row = { key: 'embedding-secret-key', value: null, until: null }
  const before = { ...row, key: 'embedding-secret-key-previous' }
  expect(after(sealed('a'))).toEqual([{ ...row, reference: 'a' }])
  expect(after(sealed('a'), sealed(null))).toEqual([{ ...row, reference: null }])
  expect(after(sealed('a'), rotated('b', 'a'))).toEqual([
    { ...row, reference: 'b' },
    { ...before, reference: 'a', until },
  ])
  expect(after(rotated('b', 'a'), rotated('c', null))).toEqual([
    { ...row, reference: 'c' },
    { ...before, reference: null },
  ])
})
