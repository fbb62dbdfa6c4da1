import { type Moment, weekday } from './moment.ts'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const abbreviated = (name: string): string => name.slice(0, 3)
const padded = (value: number): string => (value < 10 ? `0${value}` : String(value))
const monthName = ({ month }: Moment): string => monthNames[month - 1] ?? String(month)
const dayName = (moment: Moment): string => dayNames[weekday(moment)] ?? ''
const halfDayHour = ({ hour }: Moment): number => hour % 12 || 12
const half = ({ hour }: Moment): string => (hour < 12 ? 'AM' : 'PM')

/** The words patterns are made of, as clients of Metabase write them. */
const words = {
  YYYY: ({ year }) => String(year),
  YY: ({ year }) => padded(year % 100),
  Q: ({ month }) => String(Math.ceil(month / 3)),
  MMMM: monthName,
  MMM: (moment) => abbreviated(monthName(moment)),
  MM: ({ month }) => padded(month),
  M: ({ month }) => String(month),
  DD: ({ day }) => padded(day),
  D: ({ day }) => String(day),
  dddd: dayName,
  ddd: (moment) => abbreviated(dayName(moment)),
  HH: ({ hour }) => padded(hour),
  H: ({ hour }) => String(hour),
  hh: (moment) => padded(halfDayHour(moment)),
  h: (moment) => String(halfDayHour(moment)),
  mm: ({ minute }) => padded(minute),
  ss: ({ second }) => padded(second),
  SSS: ({ millisecond }) => String(millisecond).padStart(3, '0'),
  A: half,
  a: (moment) => half(moment).toLowerCase(),
} as const satisfies Record<string, (moment: Moment) => string>

export type PatternWord = keyof typeof words
export type PatternPart = { readonly word: PatternWord } | { readonly literal: string }

const isWord = (text: string): text is PatternWord => Object.hasOwn(words, text)

/** Longer words before those they begin with; what stands in brackets is taken as it is. */
const partPattern =
  /\[([^[\]]*)\]|YYYY|YY|Q|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|SSS|A|a|./gsu

/** The words of a pattern and what stands between them, in order. */
export const patternParts = (pattern: string): readonly PatternPart[] => {
  const parts: PatternPart[] = []
  for (const [text, bracketed] of pattern.matchAll(partPattern)) {
    const last = parts.at(-1)
    if (isWord(text)) parts.push({ word: text })
    else if (last && 'literal' in last)
      parts[parts.length - 1] = { literal: last.literal + (bracketed ?? text) }
    else parts.push({ literal: bracketed ?? text })
  }
  return parts
}

/** `[Q]Q - YYYY` → `Q2 - 2014`. */
export const momentText = (pattern: string): ((moment: Moment) => string) => {
  const writers = patternParts(pattern).map((part): ((moment: Moment) => string) =>
    'word' in part ? words[part.word] : () => part.literal,
  )
  return (moment) => {
    let text = ''
    for (const write of writers) text += write(moment)
    return text
  }
}
