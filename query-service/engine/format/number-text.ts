import type { TextOf } from './column.ts'

/** Sign, whole digits and fraction digits of a plain decimal number. */
type Decimal = { readonly negative: boolean; readonly whole: string; readonly fraction: string }

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** Digits stay text throughout, so integers and decimals of any length keep every digit. */
const parseDecimal = (cell: string, shift = 0): Decimal | undefined => {
  const match = decimalPattern.exec(cell)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent) + shift
  const padded = '0'.repeat(Math.max(0, -point)) + digits.padEnd(point, '0')
  const split = Math.max(0, point)
  return {
    negative: sign === '-',
    whole: padded.slice(0, split).replace(/^0+(?=\d)/, '') || '0',
    fraction: padded.slice(split),
  }
}

const incremented = (digits: string): string => (BigInt(digits) + 1n).toString()

/** Half away from zero, as people round; trailing zeros are dropped. */
const rounded = (number: Decimal, decimals: number): Decimal => {
  const { negative, whole, fraction } = number
  const kept = fraction.slice(0, decimals)
  const roundsUp = fraction.charAt(decimals) >= '5'
  const digits = roundsUp ? incremented(whole + kept).padStart(kept.length + 1, '0') : whole + kept
  const split = digits.length - kept.length
  return {
    negative,
    whole: digits.slice(0, split),
    fraction: digits.slice(split).replace(/0+$/, ''),
  }
}

/** Two decimals, or two significant digits below one. */
const decimalsShown = ({ whole, fraction }: Decimal): number =>
  whole === '0' ? Math.max(2, fraction.search(/[1-9]/) + 2) : 2

const grouped = (digits: string): string =>
  digits.length > 3 ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : digits

const shown = ({ negative, whole, fraction }: Decimal): string => {
  const isZero = whole === '0' && fraction === ''
  return `${negative && !isZero ? '-' : ''}${grouped(whole)}${fraction === '' ? '' : `.${fraction}`}`
}

/** `1234567.891` → `1,234,567.89`; `0.001234` → `0.0012`; what is not a number stays as it is. */
export const numberText: TextOf = (cell) => {
  const number = parseDecimal(cell)
  return number ? shown(rounded(number, decimalsShown(number))) : cell
}

/** `0.1234` → `12.34%`. */
export const percentageText: TextOf = (cell) => {
  const number = parseDecimal(cell, 2)
  return number ? `${shown(rounded(number, decimalsShown(number)))}%` : cell
}

const coordinateDecimals = 8

const coordinateText =
  (positive: string, negative: string): TextOf =>
  (cell) => {
    const number = parseDecimal(cell)
    if (!number) return cell
    const { whole, fraction } = rounded(number, coordinateDecimals)
    const hemisphere = number.negative ? negative : positive
    return `${whole}.${fraction.padEnd(coordinateDecimals, '0')}° ${hemisphere}`
  }

/** `10.0646` → `10.06460000° N`. */
export const latitudeText = coordinateText('N', 'S')
export const longitudeText = coordinateText('E', 'W')
