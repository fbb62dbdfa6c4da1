import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'
import type { FormatColumn, TextOf } from './column.ts'
import { clockMoment, daysLater, type Moment, parseClock, parseMoment } from './moment.ts'
import { dayNames, momentText, monthNames } from './moment-pattern.ts'
import { momentPattern, timePattern } from './temporal-pattern.ts'

const none: ColumnSettings = {}

const weekEnds = (write: (moment: Moment) => string) => (start: Moment) =>
  `${write(start)} – ${write(daysLater(start, 6))}`

/** The wall clock the database answered with; what is no date (`infinity`, `0044-03-15 BC`) stays. */
export const temporalText = (column: FormatColumn): TextOf => {
  const plain = momentText(momentPattern(column))
  const write = column.unit === 'week' ? weekEnds(plain) : plain
  return (cell) => {
    const moment = parseMoment(cell)
    return moment ? write(moment) : cell
  }
}

/** `00:23:00` → `12:23 AM`. */
export const timeText = ({ settings = none }: FormatColumn): TextOf => {
  const write = momentText(timePattern(settings))
  return (cell) => {
    const moment = parseClock(cell)
    return moment ? write(moment) : cell
  }
}

const nameIn =
  (names: readonly string[]) =>
  ({ date_abbreviate }: ColumnSettings): TextOf =>
  (cell) => {
    const name = names[Number(cell) - 1]
    return (date_abbreviate ? name?.slice(0, 3) : name) ?? cell
  }

/** Numbers extracted from moments; those not listed (day of month, …) are shown as plain digits. */
const partTexts = new Map<string, (settings: ColumnSettings) => TextOf>([
  ['day-of-week', nameIn(dayNames)],
  ['month-of-year', nameIn(monthNames)],
  ['quarter-of-year', () => (cell) => `Q${cell}`],
  [
    'hour-of-day',
    (settings) => {
      const write = momentText(timePattern(settings))
      return (cell) => (/^\d{1,2}$/.test(cell) ? write(clockMoment(Number(cell))) : cell)
    },
  ],
])

const verbatim: TextOf = (cell) => cell

export const partText = (unit: string, settings: ColumnSettings = none): TextOf =>
  partTexts.get(unit)?.(settings) ?? verbatim
