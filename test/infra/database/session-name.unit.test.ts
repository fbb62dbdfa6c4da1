import { expect, test } from '@jest/globals'
import { readSessionName, sessionNameOf } from '../../../infra/database/session-name.ts'

const keyIds = ['49f51f06f32c3a99', '0123456789abcdef']

test('the longest name fits what a server keeps of it, and is read back', () => {
  for (const name of [
    { role: 'projector', mark: '5f2a1c', keyIds },
    { role: 'all', mark: '000000', keyIds: keyIds.slice(1) },
  ] as const) {
    const text = sessionNameOf(name)
    expect(Buffer.byteLength(text)).toBeLessThan(64)
    expect(readSessionName(text)).toEqual(name)
  }
})

test('other names are not taken for one', () => {
  for (const name of [
    '',
    'psql',
    'analytics events copy',
    'analytics nobody 5f2a1c 49f51f06f32c3a99',
  ])
    expect(readSessionName(name)).toBeUndefined()
})
