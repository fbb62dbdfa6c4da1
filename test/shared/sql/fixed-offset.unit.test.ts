import { expect, test } from '@jest/globals'
import { fixedOffset } from '../../../shared/sql/fixed-offset.ts'

test.each([
  ['UTC', '+00:00'],
  ['Etc/UTC', '+00:00'],
  ['Etc/GMT+3', '-03:00'],
  ['Asia/Kolkata', '+05:30'],
  ['Asia/Calcutta', '+05:30'],
])('%s has been at %s all the time', (zone, offset) => {
  expect(fixedOffset(zone)).toBe(offset)
})

test.each([
  ['Europe/Berlin', 'has a summer time'],
  ['America/Sao_Paulo', 'had one till 2019'],
  ['Asia/Kathmandu', 'moved by a quarter of an hour in 1986'],
  ['Europe/London', 'was an hour ahead until 1971'],
  ['Africa/Casablanca', 'changes for a month'],
  ['Nowhere/Land', 'is no zone'],
])('%s %s', (zone) => {
  expect(fixedOffset(zone)).toBeUndefined()
})
