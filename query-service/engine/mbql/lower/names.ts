import { type Fragment, join, raw, sql, wholeNumber } from '../../../../shared/sql/fragment.ts'
import { type Weekday, weekdays } from '../../../../shared/sql/temporal-unit.ts'
import type { NameFunctionName } from '../ast/expression.ts'

const months = [
  raw("'Jan'"),
  raw("'Feb'"),
  raw("'Mar'"),
  raw("'Apr'"),
  raw("'May'"),
  raw("'Jun'"),
  raw("'Jul'"),
  raw("'Aug'"),
  raw("'Sep'"),
  raw("'Oct'"),
  raw("'Nov'"),
  raw("'Dec'"),
]
const quarters = [raw("'Q1'"), raw("'Q2'"), raw("'Q3'"), raw("'Q4'")]
const days = [
  raw("'Sunday'"),
  raw("'Monday'"),
  raw("'Tuesday'"),
  raw("'Wednesday'"),
  raw("'Thursday'"),
  raw("'Friday'"),
  raw("'Saturday'"),
]

/** Days count from the first day of the week. */
const daysFrom = (weekStart: Weekday): readonly Fragment[] => {
  const first = weekdays.indexOf(weekStart)
  return [...days.slice(first), ...days.slice(0, first)]
}

const namesOf: { readonly [F in NameFunctionName]: (weekStart: Weekday) => readonly Fragment[] } = {
  'month-name': () => months,
  'quarter-name': () => quarters,
  'day-name': daysFrom,
}

/** The English name of a number from 1 up; other numbers have none. */
export const nameOfNumber = (
  name: NameFunctionName,
  number: Fragment,
  weekStart: Weekday,
): Fragment => {
  const whens = namesOf[name](weekStart).map(
    (text, index) => sql`WHEN ${wholeNumber(index + 1)} THEN ${text}`,
  )
  return sql`CASE ${number} ${join(whens, raw(' '))} END`
}
