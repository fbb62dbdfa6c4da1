import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'
import { numericTypes } from '../../../shared/kernel/base-type.ts'
import type { FormatColumn } from './column.ts'
import { type Currency, currencyOf, isCurrencyType } from './currency.ts'
import { type Decimal, parseDecimal } from './decimal.ts'

type Style = NonNullable<ColumnSettings['number_style']> | 'latitude' | 'longitude'

/** How a number is written: `<prefix><sign><lead><digits><trail><suffix>`. */
export type NumberLook = {
  readonly style: Style
  /** Exactly so many; undefined for as many as the value needs, rounded as people do. */
  readonly decimals: number | undefined
  readonly decimalMark: string
  /** Empty where thousands are not parted. */
  readonly groupMark: string
  readonly scale: Decimal | undefined
  readonly lead: string
  readonly trail: string
  readonly prefix: string
  readonly suffix: string
}

const stylesByType: ReadonlyMap<string | null, Style> = new Map([
  ['type/Percentage', 'percent'],
  ['type/Latitude', 'latitude'],
  ['type/Longitude', 'longitude'],
])

const ungroupedTypes: ReadonlySet<string | null> = new Set(['type/PK', 'type/FK'])

const styleOf = ({ semanticType, settings }: FormatColumn): Style => {
  if (settings?.number_style) return settings.number_style
  if (settings?.currency ?? settings?.currency_style) return 'currency'
  return isCurrencyType(semanticType) ? 'currency' : (stylesByType.get(semanticType) ?? 'decimal')
}

const inline: Readonly<Record<Currency['style'], (label: string) => object>> = {
  symbol: (label) => ({ lead: label }),
  code: (label) => ({ lead: `${label} ` }),
  name: (label) => ({ trail: ` ${label}` }),
}

const coordinateDecimals = 8

/** What a style brings along, which settings may still overrule. */
const byStyle: Readonly<Record<Style, (settings: ColumnSettings) => Partial<NumberLook>>> = {
  decimal: () => ({}),
  scientific: () => ({}),
  percent: () => ({ trail: '%' }),
  currency: (settings) => {
    const { label, style, decimals } = currencyOf(settings)
    const isInline = settings.currency_in_header === false
    return { decimals, ...(isInline ? inline[style](label) : {}) }
  },
  latitude: () => ({ decimals: coordinateDecimals, groupMark: '' }),
  longitude: () => ({ decimals: coordinateDecimals, groupMark: '' }),
}

const none: ColumnSettings = {}

/** The currency that the title of a column tells, so that its values need not. */
export const currencyInTitle = (column: FormatColumn): string | undefined => {
  const { baseType, unit, settings = none } = column
  if (!numericTypes.has(baseType) || unit !== undefined) return undefined
  const isTold = styleOf(column) === 'currency' && settings.currency_in_header !== false
  return isTold ? currencyOf(settings).label : undefined
}

export const numberLook = (column: FormatColumn): NumberLook => {
  const { settings = none, semanticType } = column
  const style = styleOf(column)
  const { number_separators: marks, decimals, scale } = settings
  const look = {
    style,
    decimals: undefined,
    decimalMark: '.',
    groupMark: ungroupedTypes.has(semanticType) ? '' : ',',
    scale: scale === undefined || scale === 1 ? undefined : parseDecimal(String(scale)),
    lead: '',
    trail: '',
    prefix: settings.prefix ?? '',
    suffix: settings.suffix ?? '',
    ...byStyle[style](settings),
  }
  return {
    ...look,
    decimals: decimals ?? look.decimals,
    ...(marks === undefined ? {} : { decimalMark: marks.charAt(0), groupMark: marks.charAt(1) }),
  }
}
