import {
  type Filler,
  type FillOptions,
  fillTemplate,
  noteMissing,
} from '../../../shared/sql/template/fill.ts'
import type { GivenParameter } from '../../../shared/sql/template/given.ts'
import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import { invalidTemplate } from '../../../shared/sql/template/problems.ts'
import { chosenValue, chosenValues } from '../../../shared/sql/template/value.ts'
import type { Mbql } from '../mbql/ast.ts'
import { type Session, spendTerms } from '../mbql/resolve/session.ts'
import { openSource } from '../mbql/resolve/source.ts'
import type { Resolved, ResolvedNative, TagPart } from '../mbql/resolved.ts'
import { filterPart, unitPart } from './column-tags.ts'

export type ResolveQuery = (query: Mbql, session: Session) => Resolved

const fieldFilter =
  (session: Session): Filler<TagPart> =>
  (tag, it) => {
    const chosen = chosenValues(tag, it.given.get(tag.name))
    if (chosen.length === 0 && (it.isOptional || tag.required)) noteMissing(tag, it)
    return [filterPart(tag, chosen, session)]
  }

const temporalUnit =
  (session: Session): Filler<TagPart> =>
  (tag, it) => {
    const unit = chosenValue(tag, it.given.get(tag.name))
    if (unit === undefined && (it.isOptional || tag.required)) noteMissing(tag, it)
    return [unitPart(tag, unit, session)]
  }

const card =
  (session: Session, resolveQuery: ResolveQuery): Filler<TagPart> =>
  ({ cardId: id, name }) => {
    if (id === undefined)
      throw invalidTemplate(`The tag ${JSON.stringify(name)} names no saved question.`)
    const path = 'native.template-tags'
    const { source } = openSource({ kind: 'card', id, path }, session, (wish) => wish, resolveQuery)
    return source.kind === 'query' || source.kind === 'native' ? [{ kind: 'rows', source }] : []
  }

/**
 * A native query with what stands for each of its tags, engine-neutral.
 * @throws {QueryProblem} `invalid-query` for a template that cannot be read,
 * `missing-required-parameter`
 * @throws {Refusal} 400 for a value that does not fit its tag, and for a saved question that is in
 * itself
 */
export const resolveNative = (
  native: NativeQuery,
  parameters: readonly GivenParameter[],
  session: Session,
  resolveQuery: ResolveQuery,
  options: FillOptions = {},
): ResolvedNative => {
  const { catalogue, weekStart } = session
  const place = {
    engine: catalogue.database.engine,
    fillers: {
      dimension: fieldFilter(session),
      'temporal-unit': temporalUnit(session),
      card: card(session, resolveQuery),
    },
    snippet: catalogue.snippet,
    spend: (count: number, path: string) => spendTerms(session, count, path),
  }
  const parts = fillTemplate<TagPart>(native, parameters, place, options)
  const { collection } = native
  return { kind: 'native', parts, weekStart, ...(collection === undefined ? {} : { collection }) }
}
