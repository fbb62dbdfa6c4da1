import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { ExpressionRef, FieldRef, Path, Reference } from '../ast/reference.ts'
import type { NamedExpression } from '../ast.ts'
import type { ResolvedJoin } from '../resolved.ts'
import type { Column, Term } from '../term.ts'
import { type Bins, binned } from './bins.ts'
import { resolveExpression } from './expression.ts'
import { throughForeignKey } from './implicit-join.ts'
import type { Relation } from './relation.ts'
import { type Session, spendTerms } from './session.ts'
import type { NameIt } from './source.ts'
import { bucketed, isTime, isUnbucketed } from './term.ts'

/** An expression of the query: resolved when it is first asked for, and one term from then on. */
type Definition = {
  readonly expression: NamedExpression
  /** `open` while it is being resolved, so that it is not asked for inside itself. */
  state: 'new' | 'open' | { readonly term: Term; readonly size: number }
}

/** What references of one level of a query can see. */
export type Scope = {
  readonly session: Session
  readonly source: Relation
  /** Explicit joins by the alias they have in the query. */
  readonly joined: Map<string, Relation>
  /** Implicit joins by the key they follow. */
  readonly implied: Map<string, Relation>
  /** Bins the database works out, by their column and their number. */
  readonly bins: Map<string, Bins>
  /** All of them, in the order in which SQL needs them. */
  readonly joins: ResolvedJoin[]
  readonly nameIt: NameIt
  readonly definitions: ReadonlyMap<string, Definition>
}

export const openScope = (
  session: Session,
  source: Relation,
  expressions: readonly NamedExpression[],
  nameIt: NameIt,
): Scope => ({
  session,
  source,
  joined: new Map(),
  implied: new Map(),
  bins: new Map(),
  joins: [],
  nameIt,
  definitions: new Map(expressions.map((it) => [it.name, { expression: it, state: 'new' }])),
})

const noField = (path: Path) => invalid(path, 'There is no such field in the table of this query.')

const relationOf = ({ joinAlias, path }: FieldRef, scope: Scope): Relation => {
  if (joinAlias === undefined) return scope.source
  const joined = scope.joined.get(joinAlias)
  if (joined) return joined
  // The alias may be that of a join inside the nested query the rows come from.
  if (scope.source.columns.some(({ metadata }) => metadata.source_alias === joinAlias))
    return scope.source
  throw invalid(path, 'There is no join of this alias here.')
}

/** @throws {Refusal} 400 for whatever is not an active field in sight, in the same words. */
export const findColumn = (ref: FieldRef, scope: Scope): Column => {
  const column = ref.sourceField
    ? throughForeignKey(ref, findColumn(ref.sourceField, scope), scope)
    : relationOf(ref, scope).find(ref.id, ref.joinAlias, ref.baseType)
  if (!column) throw noField(ref.path)
  if (column.metadata.id !== undefined) scope.session.touched.fields.add(column.metadata.id)
  return column
}

const definitionOf = ({ name, path }: ExpressionRef, scope: Scope): Term => {
  const definition = scope.definitions.get(name)
  if (!definition) throw invalid(path, `There is no expression ${JSON.stringify(name)} here.`)
  const { state, expression } = definition
  if (state === 'open') throw invalid(path, 'An expression may not refer to itself.')
  const { budget } = scope.session
  if (state !== 'new') {
    spendTerms(scope.session, state.size, path)
    return state.term
  }
  definition.state = 'open'
  const before = budget.terms
  const term = resolveExpression(expression.expression, scope)
  definition.state = { term, size: before - budget.terms }
  return term
}

/** @throws {Refusal} 400 */
export const resolveReference = (ref: Reference, scope: Scope): Term => {
  spendTerms(scope.session, 1, ref.path)
  const plain = ref.kind === 'field' ? findColumn(ref, scope) : definitionOf(ref, scope)
  if (ref.unit !== undefined) return bucketed(plain, ref.unit, ref.path)
  return ref.binning === undefined ? plain : binned(plain, ref.binning, ref.path, scope)
}

/** Days are what people mean by a date without a unit; anything else groups every moment apart. */
export const resolveBreakout = (ref: Reference, scope: Scope): Term => {
  const term = resolveReference(ref, scope)
  const isCalendar = temporalTypes.has(term.baseType) && !isTime(term.baseType)
  return isCalendar && isUnbucketed(term) ? bucketed(term, 'day', ref.path) : term
}
