const scientific = /^(-?)(\d+)(?:\.(\d+))?E([+-]?\d+)$/i

/** A number of more digits is left in the short form: it says no more in the long one. */
const mostZeros = 400

/** `1.5E+3` → `1500`, `1E-7` → `0.0000001`; other text as it is. */
export const plainDigits = (text: string): string => {
  const [, sign, whole = '', fraction = '', exponent] = scientific.exec(text) ?? []
  const shift = Number(exponent)
  if (sign === undefined || Math.abs(shift) > mostZeros) return text
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
