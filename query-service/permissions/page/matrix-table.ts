import type { DatabaseAccess } from '../../../shared/permissions/data-access.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { unseen } from '../../pages/frame.ts'
import { type Html, html, named } from '../../pages/html.ts'
import { type Asked, addressOf } from './address.ts'
import { legend, levelOf, runsSql, sqlOf, wordOf } from './level.ts'
import { cellId } from './links.ts'
import type { Cell, Cut, Matrix, Row } from './matrix.ts'
import { counted } from './parts.ts'

/** Lines in an opened cell. */
const mostLines = 30

/** What each schema and table has, where one word cannot tell. */
const linesOf = ({ schemas }: DatabaseAccess, names: Names): readonly Html[] =>
  typeof schemas === 'string'
    ? []
    : Object.entries(schemas).flatMap(([schema, tables]) =>
        typeof tables === 'string'
          ? [html`<li>${named(schema)}: ${tables}</li>`]
          : Object.entries(tables).map(
              ([table, level]) =>
                html`<li>${named(schema)}.${named(names.table(Number(table)))}: ${level}</li>`,
            ),
      )

const dataOf = (access: DatabaseAccess | undefined, names: Names): Html => {
  const word = wordOf(access)
  if (word !== 'some' || !access) return levelOf(word)
  const lines = linesOf(access, names)
  const more = lines.length - mostLines
  return html`<details><summary>${levelOf(word)}</summary><ul>${lines.slice(0, mostLines)}${
    more > 0 && html`<li>and ${more} more</li>`
  }</ul></details>`
}

/** Before → after, or what there is where both are the same. */
const turned = (before: Html, after: Html, isOther: boolean): Html =>
  isOther
    ? html`<s>${unseen('was ')}${before}</s> <span class="arrow" aria-hidden="true">→</span> ${unseen(', is now ')}${after}`
    : after

const cellOf = (groupId: number, { databaseId, access, before }: Cell, names: Names): Html => {
  if (!before)
    return html`<td><div>${dataOf(access, names)}</div><div>${sqlOf(runsSql(access))}</div></td>`
  const was = before.access
  const [wasSql, isSql] = [runsSql(was), runsSql(access)]
  return html`<td class="changed" id="${cellId(groupId, databaseId)}"><span class="mark">changed</span>
<div>${turned(levelOf(wordOf(was)), dataOf(access, names), wordOf(was) !== wordOf(access))}</div>
<div>${turned(sqlOf(wasSql), sqlOf(isSql), wasSql !== isSql)}</div></td>`
}

const rowOf = ({ groupId, name, members, cells }: Row, names: Names): Html => html`<tr>
<th scope="row">${named(name)}<span class="members">${counted(members, 'person', 'people')}</span></th>
${cells.map((cell) => cellOf(groupId, cell, names))}
</tr>`

const turning = (
  { page, pages, total }: Cut<unknown>,
  what: string,
  addressAt: (page: number) => string,
): Html | false =>
  pages > 1 &&
  html`<nav class="steps" aria-label="Pages of ${what}">
<span>${total} ${what}, page ${page} of ${pages}</span>
${page > 1 && html`<a class="step" href="${addressAt(page - 1)}">‹ Previous ${what}</a>`}
${page < pages && html`<a class="step" href="${addressAt(page + 1)}">Next ${what} ›</a>`}
</nav>`

/** Groups against databases; what the shown revision changed stands out, with what was before. */
export const matrixTable = (
  asked: Asked,
  { databases, rows }: Matrix,
  revision: number,
  names: Names,
): Html => {
  if (databases.total === 0 || rows.total === 0)
    return html`<p class="empty">There ${rows.total === 0 ? 'are no groups' : 'is no database'} at this moment.</p>`
  return html`
<div class="scroll" role="region" tabindex="0" aria-label="Groups and databases, a table">
<table class="matrix">
<caption class="unseen">What each group may do with each database${
    revision > 0 && `; changed by revision ${revision} where it says so`
  }</caption>
<thead><tr><th scope="col">Group</th>${databases.items.map(
    ({ name }) => html`<th scope="col">${named(name)}</th>`,
  )}</tr></thead>
<tbody>${rows.items.map((row) => rowOf(row, names))}</tbody>
</table>
</div>
${turning(rows, 'groups', (groups) => addressOf(asked, { groups }))}
${turning(databases, 'databases', (page) => addressOf(asked, { databases: page }))}
${legend}`
}
