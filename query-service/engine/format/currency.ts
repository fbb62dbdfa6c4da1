import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'

type Style = NonNullable<ColumnSettings['currency_style']>

export type Currency = {
  /** What tells it: `$`, `USD` or `US dollars`. */
  readonly label: string
  readonly style: Style
  /** Decimals of its smaller unit. */
  readonly decimals: number
}

const currencyTypes: ReadonlySet<string | null> = new Set([
  'type/Currency',
  'type/Cost',
  'type/Price',
  'type/Discount',
  'type/GrossMargin',
  'type/Income',
])

/** Whether values are amounts of money by what is known of their column. */
export const isCurrencyType = (semanticType: string | null): boolean =>
  currencyTypes.has(semanticType)

/** Signs that several currencies share stand for one of them only. */
const shared: ReadonlySet<string> = new Set(['$', '£', '¥'])

const written = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? code

const symbol = (code: string): string => {
  const own = written(code, 'symbol')
  const narrow = written(code, 'narrowSymbol')
  return own === code && !shared.has(narrow) ? narrow : own
}

const labels: Readonly<Record<Style, (code: string) => string>> = {
  symbol,
  code: (code) => code,
  name: (code) => written(code, 'name'),
}

/** US dollars by their sign unless settings say otherwise. */
export const currencyOf = ({
  currency: code = 'USD',
  currency_style: style = 'symbol',
}: ColumnSettings): Currency => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  return {
    label: labels[style](code),
    style,
    decimals: format.resolvedOptions().maximumFractionDigits ?? 2,
  }
}
