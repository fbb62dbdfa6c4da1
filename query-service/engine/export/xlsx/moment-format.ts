import { type PatternPart, type PatternWord, patternParts } from '../../format/moment-pattern.ts'
import { fitFormat, formatLiteral } from './format-literal.ts'

/** The words of patterns as number formats write them; they have none for quarters. */
const codes: Partial<Record<PatternWord, string>> = {
  YYYY: 'yyyy',
  YY: 'yy',
  MMMM: 'mmmm',
  MMM: 'mmm',
  MM: 'mm',
  M: 'm',
  DD: 'dd',
  D: 'd',
  dddd: 'dddd',
  ddd: 'ddd',
  HH: 'hh',
  H: 'h',
  hh: 'hh',
  h: 'h',
  mm: 'mm',
  ss: 'ss',
  SSS: '000',
  A: 'AM/PM',
}

const plain = /^[ ,/:.-]+$/

const codeOf = (part: PatternPart): string | undefined => {
  if ('word' in part) return codes[part.word]
  return plain.test(part.literal) ? part.literal : formatLiteral(part.literal)
}

/** What stands alone in a pattern but means something else in a number format, or nothing. */
const isAmbiguous = (pattern: string, words: ReadonlySet<string>): boolean => {
  const isHalfDay = words.has('A')
  const countsToTwelve = words.has('h') || words.has('hh')
  const hasHour = countsToTwelve || words.has('H') || words.has('HH')
  if (hasHour && isHalfDay !== countsToTwelve) return true
  if (words.has('mm') && !hasHour) return true
  return words.has('SSS') && !pattern.includes('ss.SSS')
}

/** The number format that shows a serial as the pattern says; undefined when there is none. */
export const momentFormat = (pattern: string): string | undefined => {
  const parts = patternParts(pattern)
  const words = new Set(parts.flatMap((part) => ('word' in part ? [part.word] : [])))
  if (isAmbiguous(pattern, words)) return undefined
  const written = parts.map(codeOf)
  return written.includes(undefined) ? undefined : fitFormat(written.join(''))
}
