import type { DatabaseAccess, SchemaAccess } from '../../../shared/permissions/data-access.ts'
import type { SchemaLevel } from '../../../shared/permissions/levels.ts'
import { type Html, html } from '../../pages/html.ts'

/** What a cell says about data: one level for all of it, or `some` where that depends. */
export type Word = SchemaLevel | 'some'

const symbols: Readonly<Record<Word, string>> = {
  all: '●',
  write: '◕',
  read: '◐',
  some: '◔',
  none: '○',
}

const levelsIn = (schemas: SchemaAccess): readonly SchemaLevel[] =>
  typeof schemas === 'string'
    ? [schemas]
    : Object.values(schemas).flatMap((tables) =>
        typeof tables === 'string' ? [tables] : Object.values(tables),
      )

export const wordOf = (access: DatabaseAccess | undefined): Word => {
  if (!access) return 'none'
  if (typeof access.schemas === 'string') return access.schemas
  return levelsIn(access.schemas).every((level) => level === 'none') ? 'none' : 'some'
}

/** `write` alone runs SQL. */
export const runsSql = (access: DatabaseAccess | undefined): boolean => access?.native === 'write'

/** A level as a symbol and a word; the colour only repeats them. */
export const levelOf = (word: Word): Html =>
  html`<span class="level ${word}"><span aria-hidden="true">${symbols[word]}</span> ${word}</span>`

export const sqlOf = (may: boolean): Html =>
  may
    ? html`<span class="sql yes"><span aria-hidden="true">✓</span> SQL</span>`
    : html`<span class="sql no"><span aria-hidden="true">–</span> no SQL</span>`

export const legend: Html = html`
<dl class="legend">
${(
  [
    ['all', 'every table, also to write by actions'],
    ['write', 'the same'],
    ['read', 'questions about every table'],
    ['some', 'some schemas or tables: open the cell'],
    ['none', 'nothing'],
  ] as const
).map(([word, meaning]) => html`<div><dt>${levelOf(word)}</dt><dd>${meaning}</dd></div>`)}
<div><dt>${sqlOf(true)}</dt><dd>may run SQL on the whole database</dd></div>
</dl>`
