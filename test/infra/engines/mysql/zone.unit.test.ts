import { describe, expect, test } from '@jest/globals'
import { offsetText, readableZone, zoneOffsets } from '../../../../infra/engines/mysql/zone.ts'

describe('offsets of a session time zone', () => {
  const berlin = zoneOffsets('Europe/Berlin')

  test.each([
    ['2026-01-15T12:00:00', '+01:00'],
    ['2026-07-15T12:00:00', '+02:00'],
    ['2026-03-29T01:59:59', '+01:00'],
    ['2026-03-29T03:00:00', '+02:00'],
    ['2026-10-25T01:59:59', '+02:00'],
    ['2026-10-25T03:00:00', '+01:00'],
  ])('Berlin at %s is %s', (local, offset) => {
    expect(offsetText(berlin(local))).toBe(offset)
  })

  test.each([
    ['+00:00', 'Z'],
    ['UTC', 'Z'],
    ['+05:30', '+05:30'],
    ['-03:00', '-03:00'],
    ['Asia/Kolkata', '+05:30'],
  ])('%s is %s all year', (zone, offset) => {
    expect(offsetText(zoneOffsets(zone)('2026-07-15T12:00:00'))).toBe(offset)
  })

  test('a name nobody knows counts as UTC', () => {
    expect(offsetText(zoneOffsets('XYZT')('2026-01-15T12:00:00'))).toBe('Z')
  })
})

const july = Date.UTC(2026, 6, 15)

test.each([
  ['Europe/Berlin', '02:00:00', 'Europe/Berlin'],
  ['CET', '02:00:00', 'CET'],
  ['+05:30', '05:30:00', '+05:30'],
  ['UTC', '00:00:00', 'UTC'],
  ['CEST', '02:00:00', '+02:00'],
  ['NDT', '-02:30:00', '-02:30'],
  ['BST', '01:00:00', '+01:00'],
  ['BST', '06:00:00', 'BST'],
  ['WET', '00:00:00', 'UTC'],
  ['', '', 'UTC'],
])('a server that calls its zone %p, %p ahead of UTC, is in %s', (name, difference, zone) => {
  expect(readableZone(name, difference, july)).toBe(zone)
})
