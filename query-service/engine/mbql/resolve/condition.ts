import { escapeLike } from '../../../../shared/sql/dialect.ts'
import type { Argument, Filter, TextMatch } from '../ast.ts'
import type { Condition, ResolvedField, ResolvedValue } from '../resolved.ts'
import { type Comparable, comparable, compare, fieldBeside } from './comparable.ts'
import { resolveField, type Scope } from './scope.ts'

type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>

/** One junction, flat: a junction of the same kind inside it says nothing more. */
const all = (kind: 'and' | 'or', inner: readonly Condition[]): Condition => {
  const conditions = inner.flatMap((one) => (one.kind === kind ? one.conditions : [one]))
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind, conditions }
}

const isNull = (left: ResolvedField): Condition => ({ kind: 'null', negated: false, left })
const isNotNull = (left: ResolvedField): Condition => ({ kind: 'null', negated: true, left })

const isValue = (pair: Comparable): pair is Comparable & { right: ResolvedValue } =>
  pair.kind === 'point' && pair.right.kind === 'value' && pair.right.unit === undefined

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
const differs = (left: ResolvedField, pairs: readonly Comparable[], hasNull: boolean) => {
  const excluded = membership(true, pairs)
  return hasNull ? all('and', [excluded, isNotNull(left)]) : all('or', [excluded, isNull(left)])
}

const equality = (filter: Of<'equality'>, scope: Scope): Condition => {
  const plain = resolveField(filter.field, scope)
  const { negated, values } = filter
  if (values.length === 0) return { kind: 'constant', holds: negated }
  const isGiven = (value: Argument) => value.kind === 'field' || value.value !== null
  const left = fieldBeside(plain, values)
  const pairs = values
    .filter(isGiven)
    .map((value) => comparable(left, value, filter.field.path, scope))
  const hasNull = pairs.length < values.length
  if (pairs.length === 0) return negated ? isNotNull(plain) : isNull(plain)
  if (negated) return differs(plain, pairs, hasNull)
  const included = membership(false, pairs)
  return hasNull ? all('or', [included, isNull(plain)]) : included
}

const inequality = ({ operator, field, value }: Of<'inequality'>, scope: Scope): Condition => {
  const left = fieldBeside(resolveField(field, scope), [value])
  return compare(operator, comparable(left, value, field.path, scope))
}

const between = ({ negated, field, from, to }: Of<'between'>, scope: Scope): Condition => {
  const left = fieldBeside(resolveField(field, scope), [from, to])
  const low = comparable(left, from, field.path, scope)
  const high = comparable(left, to, field.path, scope)
  if (negated) return all('or', [compare('<', low), compare('>', high)])
  if (low.kind === 'span' || high.kind === 'span')
    return all('and', [compare('>=', low), compare('<=', high)])
  return { kind: 'between', left, from: low.right, to: high.right }
}

const patterns: { readonly [M in TextMatch]: (text: string) => string } = {
  'starts-with': (text) => `${text}%`,
  'ends-with': (text) => `%${text}`,
  contains: (text) => `%${text}%`,
}

const match = (filter: Of<'match'>, scope: Scope): Condition => {
  const left = resolveField(filter.field, scope)
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

const absence = ({ negated, field }: Of<'null' | 'empty'>, scope: Scope): Condition => ({
  kind: 'null',
  negated,
  left: resolveField(field, scope),
})

/** Only texts can be empty without being null. */
const emptiness = (filter: Of<'null' | 'empty'>, scope: Scope): Condition => {
  const missing = absence(filter, scope)
  const left = resolveField(filter.field, scope)
  if (left.baseType !== 'type/Text') return missing
  const right: ResolvedValue = { kind: 'value', type: 'inferred', value: '' }
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
    case 'match':
      return match(filter, scope)
    case 'null':
      return absence(filter, scope)
    case 'empty':
      return emptiness(filter, scope)
  }
}
