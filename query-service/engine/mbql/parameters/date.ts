import { type At, refuse } from '../schema/clause.ts'

type Clause = readonly unknown[]
type Form = readonly [pattern: RegExp, clause: (reference: unknown, ...parts: string[]) => Clause]

const unit = '(day|week|month|quarter|year|hour|minute)'
const day = String.raw`\d{4}-\d{2}-\d{2}`
const moment = String.raw`${day}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?`

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Names by their first three letters, counted from 1; nothing for a name that is none. */
const placeIn =
  (names: readonly string[]) =>
  (name: string): number | undefined => {
    const place = names.indexOf(name.slice(0, 3).toLowerCase())
    return place < 0 ? undefined : place + 1
  }

/** Whole numbers from `least` to `most`; nothing for any other. */
const numberIn =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }

type Exclusion = {
  readonly part: (reference: unknown) => Clause
  readonly read: (text: string) => number | undefined
}

const exclusions: ReadonlyMap<string, Exclusion> = new Map<string, Exclusion>([
  ['days', { part: (it) => ['get-day-of-week', it, 'us'], read: placeIn(days) }],
  ['months', { part: (it) => ['get-month', it], read: placeIn(months) }],
  ['quarters', { part: (it) => ['get-quarter', it], read: numberIn(1, 4) }],
  ['hours', { part: (it) => ['get-hour', it], read: numberIn(0, 23) }],
])

const past = (reference: unknown, sign: 1 | -1, parts: readonly string[]): Clause => {
  const [count = '1', of = 'day', current = '', away, awayUnit = 'day'] = parts
  const amount = sign * Number(count)
  if (away !== undefined && away !== '')
    return ['relative-time-interval', reference, amount, of, sign * Number(away), awayUnit]
  return ['time-interval', reference, amount, of, { 'include-current': current === '~' }]
}

const span = String.raw`(\d{1,6})${unit}s?(~?)(?:-from-(\d{1,6})${unit}s?)?`

/** Every way to say when, by its form. */
const forms: readonly Form[] = [
  [/^today$/, (it) => ['time-interval', it, 'current', 'day']],
  [/^yesterday$/, (it) => ['time-interval', it, -1, 'day']],
  [new RegExp(`^this${unit}$`), (it, of) => ['time-interval', it, 'current', of]],
  [new RegExp(`^last${unit}$`), (it, of) => ['time-interval', it, -1, of]],
  [new RegExp(`^next${unit}$`), (it, of) => ['time-interval', it, 1, of]],
  [new RegExp(`^past${span}$`), (it, ...parts) => past(it, -1, parts)],
  [new RegExp(`^next${span}$`), (it, ...parts) => past(it, 1, parts)],
  [new RegExp(`^(${day})$`), (it, on = '') => ['during', it, on, 'day']],
  [new RegExp(`^(${moment})$`), (it, at = '') => ['during', it, at, 'minute']],
  [new RegExp(`^(${moment})~(${moment})$`), (it, from, to) => ['between', it, from, to]],
  [new RegExp(`^~(${moment})$`), (it, to) => ['<', it, to]],
  [new RegExp(`^(${moment})~$`), (it, from) => ['>', it, from]],
  [/^(\d{4}-\d{2})$/, (it, month = '') => ['during', it, month, 'month']],
  [
    /^Q([1-4])-(\d{4})$/,
    (it, quarter, year = '') => {
      const month = String(Number(quarter) * 3 - 2).padStart(2, '0')
      return ['during', it, `${year}-${month}`, 'quarter']
    },
  ],
]

const exclusion = /^exclude-(days|months|quarters|hours)-([A-Za-z0-9-]+)$/

const excluding = (reference: unknown, text: string): Clause | undefined => {
  const [, what = '', list = ''] = exclusion.exec(text) ?? []
  const kind = exclusions.get(what)
  const values = kind ? list.split('-').map(kind.read) : []
  if (!kind || values.includes(undefined)) return undefined
  return ['!=', kind.part(reference), ...values]
}

/**
 * The condition a date stands for, as a clause of the query language.
 * @throws {Refusal} 400 for a text that says no date.
 */
export const dateClause = (reference: unknown, value: unknown, at: At): unknown => {
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof text !== 'string') throw refuse(at, 'Expected a date, a range or a time span.')
  for (const [pattern, clause] of forms) {
    const [found, ...parts] = pattern.exec(text) ?? []
    if (found !== undefined) return clause(reference, ...parts)
  }
  const excluded = excluding(reference, text)
  if (excluded) return excluded
  throw refuse(at, `${JSON.stringify(text.slice(0, 40))} is not a date, a range or a time span.`)
}
