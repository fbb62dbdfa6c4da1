import type { Term } from '../term.ts'
import { type Context, inZone } from './context.ts'
import { type Expression, when } from './expression.ts'
import { dated } from './moment.ts'

const wallClock = '%Y-%m-%dT%H:%M:%S.%L'

/** The moment at which the clock of one zone shows what that of another shows at this one. */
const moved = (date: Expression, shownIn: string, toShowIn: string): Expression => {
  const dateString = {
    $dateToString: { date, format: wallClock, ...inZone({ timeZone: shownIn }) },
  }
  return shownIn === toShowIn
    ? date
    : { $dateFromString: { dateString, format: wallClock, ...inZone({ timeZone: toShowIn }) } }
}

const zoned: ReadonlySet<string> = new Set(['type/DateTimeWithLocalTZ', 'type/DateTimeWithTZ'])

/** The wall clock of `target`; a moment without a zone was one of `source`. */
export const wallClockIn = (
  date: Expression,
  { of, target, source }: Extract<Term, { kind: 'in-zone' }>,
  { timeZone }: Context,
): Expression => {
  const isZoned = source === undefined || zoned.has(of.baseType)
  return moved(isZoned ? date : moved(date, timeZone, source), target, timeZone)
}

/** Text that a date or a date-time of ours can be read from; null for other text. */
export const parsed = (text: Expression, context: Context): Expression => ({
  $dateFromString: {
    dateString: { $replaceOne: { input: text, find: ' ', replacement: 'T' } },
    ...inZone(context),
    onError: null,
    onNull: null,
  },
})

/** The fraction of a second goes as far as it says anything. */
const trimmed = (text: Expression): Expression => ({
  $rtrim: { input: { $rtrim: { input: text, chars: '0' } }, chars: '.' },
})

/** A moment by the clock of the run: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS[.fff]`. */
export const toldAsText = (value: Expression, { baseType }: Term, context: Context): Expression => {
  const format = baseType === 'type/Date' ? '%Y-%m-%d' : wallClock
  const text: Expression = { $dateToString: { ...dated(value, context), format } }
  return baseType === 'type/Date' ? text : trimmed(text)
}

/** What an answer tells by the clock of the run; all other moments it tells as instants. */
const withoutZone: ReadonlySet<string> = new Set(['type/Date', 'type/DateTime'])

/** A value as an answer tells it. */
export const told = (value: Expression, term: Term, context: Context): Expression => {
  if (!withoutZone.has(term.baseType)) return value
  const text = toldAsText(value, term, context)
  // That a column holds moments may be no more than somebody's word.
  return term.kind === 'column' ? when({ $eq: [{ $type: value }, 'date'] }, text, value) : text
}
