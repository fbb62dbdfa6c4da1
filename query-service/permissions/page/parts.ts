import { type Html, html } from '../../pages/html.ts'
import { type Asked, fieldsOf } from './address.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** `3 May 2026, 12:03 UTC`. */
export const timeText = (at: string): string => `${timeFormat.format(new Date(at))} UTC`

/** The same, and exactly for machines. */
export const timeOf = (at: string): Html => html`<time datetime="${at}">${timeText(at)}</time>`

const numberFormat = new Intl.NumberFormat('en-GB')

/** `1 cell`, `1,204 cells`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberFormat.format(count)} ${count === 1 ? one : many}`

/** What a form keeps of the page it stands on. */
export const kept = (asked: Asked, ...except: readonly (keyof Asked)[]): readonly Html[] =>
  Object.entries(fieldsOf(asked))
    .filter(([name]) => !except.some((it) => it === name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
