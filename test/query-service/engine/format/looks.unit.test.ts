import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formattedText } from '../../../../query-service/engine/format/cell-text.ts'
import { valueText } from '../../../../query-service/engine/format/value-text.ts'
import { columnSettings } from '../../../../shared/contract/visualization-settings.ts'
import { baseTypes } from '../../../../shared/kernel/base-type.ts'
import { column, exportText } from '../export/export-file.ts'
import { parseCsv } from '../export/parse-csv.ts'
import { hostileSettings } from './hostile-settings.ts'
import { looks } from './looks.ts'

describe('a look', () => {
  test.each(looks)('%s %j: %s → %s', async (baseType, settings, cell, text, more = {}) => {
    const shown = column('A', baseType, { settings, ...more })
    expect(formattedText(shown)(cell)).toBe(text)
    const [, [field] = []] = parseCsv(await exportText('csv', [shown], [[cell]], true))
    expect(field).toBe(text)
    const json: unknown = JSON.parse(await exportText('json', [shown], [[cell]], true))
    expect(json).toEqual([{ A: text }])
  })

  test('leaves exact rows exact', async () => {
    const settings = { decimals: 0, scale: 100, prefix: '~', number_separators: ',.' }
    const shown = column('A', 'type/Decimal', { settings })
    expect(await exportText('csv', [shown], [['1234.56']])).toBe('A\n1234.56\n')
    expect(await exportText('json', [shown], [['1234.56']])).toBe('[{"A":1234.56}]')
  })

  test('is that of values on pages, too', () => {
    const text = (settings: object, ...values: Parameters<ReturnType<typeof valueText>>[0][]) =>
      values.map(valueText(column('A', 'type/Decimal', { settings })))
    expect(text({ decimals: 1 }, 1234.56, '9007199254740993.25', null)).toEqual([
      '1,234.6',
      '9,007,199,254,740,993.3',
      '',
    ])
    const day = valueText(column('A', 'type/Date', { settings: { date_style: 'D/M/YYYY' } }))
    expect(day('2014-04-07T00:00:00+02:00')).toBe('7/4/2014')
    expect(valueText(column('A', 'type/JSON'))({ a: [1] })).toBe('{"a":[1]}')
    expect(valueText(column('A', 'type/Boolean'))(false)).toBe('false')
  })
})

describe('hostile settings', () => {
  const cells = fc.oneof(
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.constantFrom('2014-04-07', '2014-04-07T08:30:00', '23:59:59.999999', 'infinity', '', '-0'),
    fc.string(),
  )

  test('never fail, whatever they are about', () => {
    const types = fc.constantFrom(...baseTypes)
    const units = fc.constantFrom(undefined, 'month', 'week', 'hour-of-day', 'constructor')
    const semantics = fc.constantFrom(null, 'type/Cost', 'type/PK', 'type/Latitude', 'constructor')
    fc.assert(
      fc.property(
        hostileSettings,
        types,
        semantics,
        units,
        cells,
        (settings, baseType, semanticType, unit, cell) => {
          const shown = column('A', baseType, {
            semanticType,
            unit,
            settings: columnSettings.parse(settings),
          })
          expect(typeof formattedText(shown)(cell)).toBe('string')
        },
      ),
    )
  })

  test('with digits without end are quick to round, scale and group', () => {
    const digits = '7'.repeat(130_000)
    const tiny = `0.${'0'.repeat(16_000)}1`
    const settings = { scale: 1e300, number_separators: ',.' }
    const text = formattedText(column('A', 'type/Decimal', { settings }))
    expect(text(digits)).toHaveLength(130_300 + Math.floor(130_299 / 3))
    expect(text(tiny)).toMatch(/^0,0+1$/)
    expect(formattedText(column('A', 'type/Decimal'))(`${tiny}0${tiny.slice(2)}`)).toMatch(
      /^0\.0+1$/,
    )
  })

  test('about decimals are cut to what can be shown', () => {
    const decimals = (wish: unknown) => columnSettings.parse({ decimals: wish }).decimals
    expect([2, 0, 10 ** 9, 1e300, -1, 1.5, '2', null].map(decimals)).toEqual([
      2,
      0,
      20,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
