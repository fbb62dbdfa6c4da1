import { describe, expect, test } from '@jest/globals'
import { barChart } from '../../../infra/cli/bar-chart.ts'
import { eventJson, eventLine } from '../../../infra/cli/event-line.ts'
import { textTable } from '../../../infra/cli/text-table.ts'
import { someEvent } from '../../support/events.ts'

describe('a table', () => {
  test('is as wide as its widest cells and ends its lines where they end', () => {
    const columns = [{ title: 'name' }, { title: 'rows', align: 'right' }] as const
    expect(
      textTable(columns, [
        ['café', '7'],
        ['b', '12345'],
      ]),
    ).toEqual(['name   rows', '────  ─────', 'café      7', 'b     12345'])
  })
})

describe('a bar chart', () => {
  const bars = (values: readonly number[]) =>
    barChart(
      values.map((value) => ({ label: 'x', value, caption: String(value) })),
      2,
    )

  test('tells values apart by eighths of a column', () => {
    expect(bars([16, 8, 1, 0])).toEqual(['x  ██ 16', 'x  █ 8', 'x  ▏ 1', 'x   0'])
  })

  test('draws nothing where there is nothing', () => {
    expect(bars([0])).toEqual(['x   0'])
    expect(bars([])).toEqual([])
  })
})

describe('a line about an event', () => {
  const recorded = (type: string, data: unknown) => ({
    ...someEvent(data, type),
    stream: 'user-1',
    revision: 0,
    position: 9_007_199_254_740_993n,
    recordedAt: '2026-01-02T03:04:05.678Z',
  })

  test('covers personal data and nothing else', () => {
    const event = recorded('UserProfileChanged', { userId: 1, firstName: '1.x.y', locale: 'de' })
    expect(eventLine(event)).toBe(
      '2026-01-02T03:04:05.678Z  user-1 #0  UserProfileChanged  by test  ' +
        '{"userId":1,"firstName":"«sealed»","locale":"de"}',
    )
    expect(JSON.parse(eventJson(event))).toMatchObject({
      position: '9007199254740993',
      data: { firstName: '«sealed»' },
    })
  })

  test('shows an event nobody knows as it is', () => {
    expect(eventLine(recorded('FromTheFuture', [1]))).toContain('FromTheFuture  by test  [1]')
  })
})
