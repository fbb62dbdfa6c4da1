/**
 * Sign, whole digits and fraction digits of a plain decimal number. Digits stay text throughout, so
 * integers and decimals of any length keep every digit. Nothing here takes longer than its digits
 * are long: a cell may have a hundred thousand of them.
 */
export type Decimal = {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

const zero = 48
export const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end -= 1
  return digits.slice(0, end)
}

/** Digits with their decimal point `point` places from the left, which may be outside of them. */
const pointed = (negative: boolean, digits: string, point: number): Decimal => {
  const padded = '0'.repeat(Math.max(0, -point)) + digits.padEnd(point, '0')
  const split = Math.max(0, point)
  return {
    negative,
    whole: withoutLeadingZeros(padded.slice(0, split)) || '0',
    fraction: padded.slice(split),
  }
}

/** A number times ten to the power of `shift`; undefined for what is no finite number. */
export const parseDecimal = (text: string, shift = 0): Decimal | undefined => {
  const match = decimalPattern.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  return pointed(sign === '-', whole + fraction, whole.length + Number(exponent) + shift)
}

const digitsOf = ({ whole, fraction }: Decimal): bigint => BigInt(whole + fraction)

/** The exact product. */
export const times = (left: Decimal, right: Decimal): Decimal => {
  const digits = (digitsOf(left) * digitsOf(right)).toString()
  const point = digits.length - left.fraction.length - right.fraction.length
  return pointed(left.negative !== right.negative, digits, point)
}

const incremented = (digits: string): string => (BigInt(digits) + 1n).toString()

/** Half away from zero, as people round; trailing zeros are dropped. */
export const rounded = ({ negative, whole, fraction }: Decimal, decimals: number): Decimal => {
  const kept = fraction.slice(0, decimals)
  const roundsUp = fraction.charAt(decimals) >= '5'
  const digits = roundsUp ? incremented(whole + kept).padStart(kept.length + 1, '0') : whole + kept
  const split = digits.length - kept.length
  return {
    negative,
    whole: digits.slice(0, split),
    fraction: withoutTrailingZeros(digits.slice(split)),
  }
}

export const isZero = ({ whole, fraction }: Decimal): boolean =>
  whole === '0' && withoutTrailingZeros(fraction) === ''

/** `-1234.5`. */
export const plainText = ({ negative, whole, fraction }: Decimal): string =>
  `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`

/** `1234567` → `1,234,567`. */
export const grouped = (digits: string, mark: string): string => {
  if (digits.length <= 3 || mark === '') return digits
  let text = digits.slice(0, digits.length % 3 || 3)
  for (let at = text.length; at < digits.length; at += 3) text += mark + digits.slice(at, at + 3)
  return text
}
