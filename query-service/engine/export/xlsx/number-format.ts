import type { NumberLook } from '../../format/number-look.ts'
import { fitFormat, formatLiteral } from './format-literal.ts'

const withDecimals = (whole: string, decimals: number) =>
  decimals === 0 ? whole : `${whole}.${'0'.repeat(decimals)}`

const hemispheres: Partial<Record<NumberLook['style'], readonly [string, string]>> = {
  latitude: ['° N', '° S'],
  longitude: ['° E', '° W'],
}

/**
 * The number format that shows a number as the look says, with so many decimals; undefined when
 * there is none. Which marks part digits is up to the reader's own spreadsheet.
 */
export const numberFormat = (look: NumberLook, decimals: number): string | undefined => {
  const { style, groupMark, lead, trail, prefix, suffix } = look
  const whole = groupMark === '' || style === 'scientific' ? '0' : '#,##0'
  const digits = withDecimals(whole, decimals) + (style === 'scientific' ? 'E+0' : '')
  const before = (sign: string) => formatLiteral(`${prefix}${sign}${lead}`)
  const ends = hemispheres[style]
  if (ends) {
    const sections = ends.map((end) => `${before('')}${digits}${formatLiteral(end + suffix)}`)
    return fitFormat(sections.join(';'))
  }
  // Only outside of quotes does `%` multiply by a hundred.
  const after = style === 'percent' ? trail + formatLiteral(suffix) : formatLiteral(trail + suffix)
  const amount = `${before('')}${digits}${after}`
  // A spreadsheet would put the sign of a negative number before the prefix.
  return fitFormat(prefix === '' ? amount : `${amount};${before('-')}${digits}${after}`)
}
