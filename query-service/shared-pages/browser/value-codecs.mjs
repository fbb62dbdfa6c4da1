/**
 * How what stands in the fields of a parameter becomes its value, and back; by the kind of control.
 * Fields go by their roles; a value of `null` is none.
 */

const first = (value) => String([value].flat()[0] ?? '')
const blank = (text) => text === undefined || text === ''

const text = {
  toValue: ({ value }) => (blank(value) ? null : value),
  toFields: (value) => ({ value: first(value) }),
}

const numberOrNull = (written) => (blank(written) ? null : Number(written))

const rangeEnds = (value) => {
  const [from = '', to = ''] = String(value).split('~')
  return { from, to }
}

const range = ({ from = '', to = '' }) => (blank(from) && blank(to) ? null : `${from}~${to}`)

const day = /^\d{4}-\d{2}-\d{2}/

/** Beside days of one's own choice, any other mode is a span that goes by that very word: `past7days`. */
const modes = {
  '': () => null,
  on: ({ from }) => (blank(from) ? null : from),
  between: ({ from, to }) => (blank(from) || blank(to) ? null : `${from}~${to}`),
  before: ({ from }) => (blank(from) ? null : `~${from}`),
  after: ({ from }) => (blank(from) ? null : `${from}~`),
}

const dateFields = (value) => {
  const written = first(value)
  if (!written.includes('~'))
    return day.test(written) ? { mode: 'on', from: written } : { mode: written }
  const { from, to } = rangeEnds(written)
  if (!day.test(from || to)) return { mode: written }
  if (blank(from)) return { mode: 'before', from: to }
  if (blank(to)) return { mode: 'after', from }
  return { mode: 'between', from, to }
}

export const codecs = {
  text,
  select: text,
  day: text,
  month: text,

  boolean: {
    toValue: ({ value }) => (blank(value) ? null : value === 'true'),
    toFields: text.toFields,
  },

  number: {
    toValue: ({ value }) => numberOrNull(value),
    toFields: text.toFields,
  },

  numbers: {
    toValue: ({ from, to }) =>
      blank(from) && blank(to) ? null : [numberOrNull(from), numberOrNull(to)],
    toFields: (value) => {
      const [from, to] = [value].flat()
      return { from: String(from ?? ''), to: String(to ?? '') }
    },
  },

  days: { toValue: range, toFields: (value) => rangeEnds(first(value)) },

  quarter: {
    toValue: ({ quarter, year }) => (blank(quarter) || blank(year) ? null : `${quarter}-${year}`),
    toFields: (value) => {
      const [quarter = '', year = ''] = first(value).split('-')
      return { quarter, year }
    },
  },

  dates: {
    toValue: (fields) => {
      const { mode = '' } = fields
      return Object.hasOwn(modes, mode) ? modes[mode](fields) : mode
    },
    toFields: dateFields,
  },
}

/** The fields of `dates` that are of use in a mode. */
export const rolesOfMode = (mode) => {
  if (mode === 'between') return ['from', 'to']
  return ['on', 'before', 'after'].includes(mode) ? ['from'] : []
}
