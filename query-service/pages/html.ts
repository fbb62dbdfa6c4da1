import { upright } from './direction.ts'

/** Text that is HTML already; everything else is escaped where it is put in. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  upright(text).replace(/[&<>"']/g, (it) => entities[it] ?? '')

const render = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escaped(String(piece))
}

/**
 * HTML out of a template. What is put in is text and escaped, for content and for attributes in
 * double quotes alike; nothing, and `false`, leave no trace, and lists are joined.
 */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, index) => part + render(pieces[index])).join(''))

/** What people called something: whichever way it runs, what stands around it stays in order. */
export const named = (name: string): Html => html`<bdi>${name}</bdi>`
