import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { escapeLike } from '../../../../shared/sql/dialect.ts'
import type { ResolvedValue } from '../../../../shared/sql/literal.ts'
import { literalValue } from '../../../../shared/sql/literal.ts'
import type { Expression } from '../ast/expression.ts'
import type { Filter, TextMatch } from '../ast/filter.ts'
import type { Condition, Term } from '../term.ts'
import { type Comparable, comparable, compare, termBeside } from './comparable.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { plainTerm } from './term.ts'

type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>

/** One junction, flat: a junction of the same kind inside it says nothing more. */
const all = (kind: 'and' | 'or', inner: readonly Condition[]): Condition => {
  const conditions = inner.flatMap((one) => (one.kind === kind ? one.conditions : [one]))
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind, conditions }
}

const isNull = (left: Term): Condition => ({ kind: 'null', negated: false, left })
const isNotNull = (left: Term): Condition => ({ kind: 'null', negated: true, left })

const isValue = (pair: Comparable): pair is Comparable & { right: ResolvedValue } =>
  pair.kind === 'point' && pair.right.kind === 'value'

/** Plain values go into one IN; spans and other fields stand for themselves. */
const membership = (negated: boolean, pairs: readonly Comparable[]): Condition => {
  const operator = negated ? '<>' : '='
  const plain = pairs.filter(isValue)
  const [first, second] = plain
  const others = pairs.filter((pair) => !isValue(pair)).map((pair) => compare(operator, pair))
  const values = plain.map((pair) => pair.right)
  const lists: Condition[] =
    first && second
      ? [{ kind: 'in', negated, left: first.left, values }]
      : plain.map((pair) => compare(operator, pair))
  return all(negated ? 'and' : 'or', [...lists, ...others])
}

/** `!=` keeps rows without a value, unless null is one of the values to be kept out. */
const differs = (left: Term, pairs: readonly Comparable[], hasNull: boolean) => {
  const excluded = membership(true, pairs)
  return hasNull ? all('and', [excluded, isNotNull(left)]) : all('or', [excluded, isNull(left)])
}

const equality = (filter: Of<'equality'>, scope: Scope): Condition => {
  const plain = resolveExpression(filter.subject, scope)
  const { negated, values } = filter
  if (values.length === 0) return { kind: 'constant', holds: negated }
  const isGiven = (value: Expression) => value.kind !== 'literal' || value.value !== null
  const left = termBeside(plain, values)
  const path = filter.subject.path
  const pairs = values.filter(isGiven).map((value) => comparable(left, value, path, scope))
  const hasNull = pairs.length < values.length
  if (pairs.length === 0) return negated ? isNotNull(plain) : isNull(plain)
  if (negated) return differs(plain, pairs, hasNull)
  const included = membership(false, pairs)
  return hasNull ? all('or', [included, isNull(plain)]) : included
}

const inequality = ({ operator, subject, value }: Of<'inequality'>, scope: Scope): Condition => {
  const left = termBeside(resolveExpression(subject, scope), [value])
  return compare(operator, comparable(left, value, subject.path, scope))
}

const between = ({ negated, subject, from, to }: Of<'between'>, scope: Scope): Condition => {
  const left = termBeside(resolveExpression(subject, scope), [from, to])
  const low = comparable(left, from, subject.path, scope)
  const high = comparable(left, to, subject.path, scope)
  if (negated) return all('or', [compare('<', low), compare('>', high)])
  if (low.kind === 'span' || high.kind === 'span')
    return all('and', [compare('>=', low), compare('<=', high)])
  return { kind: 'between', left, from: low.right, to: high.right }
}

/** From one moment up to, and without, another: whole units, so the subject's own do not count. */
const interval = ({ negated, subject, from, to }: Of<'interval'>, scope: Scope): Condition => {
  const left = plainTerm(resolveExpression(subject, scope))
  if (!temporalTypes.has(left.baseType) && left.baseType !== 'type/*')
    throw invalid(subject.path, 'Expected a date or a time here.')
  const [start, end] = [resolveExpression(from, scope), resolveExpression(to, scope)]
  return all(negated ? 'or' : 'and', [
    { kind: 'compare', operator: negated ? '<' : '>=', left, right: start },
    { kind: 'compare', operator: negated ? '>=' : '<', left, right: end },
  ])
}

const patterns: { readonly [M in TextMatch]: (text: string) => string } = {
  'starts-with': (text) => `${text}%`,
  'ends-with': (text) => `%${text}`,
  contains: (text) => `%${text}%`,
}

const match = (filter: Of<'match'>, scope: Scope): Condition => {
  const left = resolveExpression(filter.subject, scope)
  const { negated, caseSensitive } = filter
  const likes = filter.texts.map(
    (text): Condition => ({
      kind: 'like',
      negated,
      left,
      pattern: patterns[filter.match](escapeLike(text)),
      caseSensitive,
    }),
  )
  return negated ? all('or', [all('and', likes), isNull(left)]) : all('or', likes)
}

const absence = ({ negated, subject }: Of<'null' | 'empty'>, scope: Scope): Condition => ({
  kind: 'null',
  negated,
  left: resolveExpression(subject, scope),
})

/** Only texts can be empty without being null. */
const emptiness = (filter: Of<'null' | 'empty'>, scope: Scope): Condition => {
  const missing = absence(filter, scope)
  const left = resolveExpression(filter.subject, scope)
  if (left.baseType !== 'type/Text') return missing
  const right = literalValue('', left.baseType, filter.path)
  return filter.negated
    ? all('and', [missing, { kind: 'compare', operator: '<>', left, right }])
    : all('or', [missing, { kind: 'compare', operator: '=', left, right }])
}

/** Settles what a filter means for nulls, dates and types. @throws {Refusal} 400 */
export const resolveFilter = (filter: Filter, scope: Scope): Condition => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return all(
        filter.kind,
        filter.filters.map((inner) => resolveFilter(inner, scope)),
      )
    case 'equality':
      return equality(filter, scope)
    case 'inequality':
      return inequality(filter, scope)
    case 'between':
      return between(filter, scope)
    case 'interval':
      return interval(filter, scope)
    case 'match':
      return match(filter, scope)
    case 'null':
      return absence(filter, scope)
    case 'empty':
      return emptiness(filter, scope)
  }
}
