import type { TextOf } from './column.ts'
import {
  type Decimal,
  grouped,
  isZero,
  parseDecimal,
  plainText,
  rounded,
  times,
} from './decimal.ts'
import type { NumberLook } from './number-look.ts'

/** Two decimals, or two significant digits below one. */
const naturalDecimals = ({ whole, fraction }: Decimal): number =>
  whole === '0' ? Math.max(2, fraction.search(/[1-9]/) + 2) : 2

/** What is written: as it is read in the cell, times a hundred for percentages, times its scale. */
const meant = ({ style, scale }: NumberLook): ((cell: string) => Decimal | undefined) => {
  const shift = style === 'percent' ? 2 : 0
  if (scale === undefined) return (cell) => parseDecimal(cell, shift)
  return (cell) => {
    const number = parseDecimal(cell, shift)
    return number && times(number, scale)
  }
}

/** The number itself, times its scale, as plain digits. */
export const scaledText = ({ scale }: NumberLook): TextOf => {
  if (scale === undefined) return (cell) => cell
  return (cell) => {
    const number = parseDecimal(cell)
    return number ? plainText(times(number, scale)) : cell
  }
}

type Digits = (number: Decimal) => { readonly digits: string; readonly negative: boolean }

const positional =
  ({ decimals, decimalMark, groupMark }: NumberLook): Digits =>
  (number) => {
    const shown = rounded(number, decimals ?? naturalDecimals(number))
    const fraction = decimals === undefined ? shown.fraction : shown.fraction.padEnd(decimals, '0')
    const whole = grouped(shown.whole, groupMark)
    return {
      digits: fraction === '' ? whole : `${whole}${decimalMark}${fraction}`,
      negative: number.negative && !(shown.whole === '0' && shown.fraction === ''),
    }
  }

/** `12345` → `1.23E4`. */
const scientific = (look: NumberLook): Digits => {
  const mantissa = positional(look)
  return (number) => {
    if (isZero(number)) return { digits: `${mantissa(number).digits}E0`, negative: false }
    const all = number.whole === '0' ? number.fraction : number.whole + number.fraction
    const first = all.search(/[1-9]/)
    const power = (number.whole === '0' ? -1 : number.whole.length - 1) - first
    const one = { ...number, whole: all.charAt(first), fraction: all.slice(first + 1) }
    const shown = mantissa(one).digits
    // 9.999 is written as 10: one power more.
    if (!shown.startsWith('10')) return { digits: `${shown}E${power}`, negative: number.negative }
    const ten = mantissa({ ...one, whole: '1', fraction: '' }).digits
    return { digits: `${ten}E${power + 1}`, negative: number.negative }
  }
}

const coordinate =
  (positive: string, negative: string) =>
  (look: NumberLook): ((number: Decimal) => string) => {
    const write = positional(look)
    return (number) => `${write(number).digits}° ${number.negative ? negative : positive}`
  }

const signed =
  (digitsBy: (look: NumberLook) => Digits) =>
  (look: NumberLook): ((number: Decimal) => string) => {
    const write = digitsBy(look)
    const { lead, trail } = look
    return (number) => {
      const { digits, negative } = write(number)
      return `${negative ? '-' : ''}${lead}${digits}${trail}`
    }
  }

const writers: Readonly<
  Record<NumberLook['style'], (look: NumberLook) => (number: Decimal) => string>
> = {
  decimal: signed(positional),
  percent: signed(positional),
  currency: signed(positional),
  scientific: signed(scientific),
  latitude: coordinate('N', 'S'),
  longitude: coordinate('E', 'W'),
}

/** `1234567.891` → `1,234,567.89`; what is not a number stays as it is. */
export const numberText = (look: NumberLook): TextOf => {
  const numberOf = meant(look)
  const write = writers[look.style](look)
  const { prefix, suffix } = look
  return (cell) => {
    const number = numberOf(cell)
    return number ? `${prefix}${write(number)}${suffix}` : cell
  }
}
