import { type At, refuse } from '../schema/clause.ts'

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** The types that say how they compare: the part after their slash, and how many values it takes. */
const operators: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['number/=', [1, Number.POSITIVE_INFINITY]],
  ['number/!=', [1, Number.POSITIVE_INFINITY]],
  ['number/>=', [1, 1]],
  ['number/<=', [1, 1]],
  ['number/between', [2, 2]],
  ['string/=', [1, Number.POSITIVE_INFINITY]],
  ['string/!=', [1, Number.POSITIVE_INFINITY]],
  ['string/contains', [1, Number.POSITIVE_INFINITY]],
  ['string/does-not-contain', [1, Number.POSITIVE_INFINITY]],
  ['string/starts-with', [1, Number.POSITIVE_INFINITY]],
  ['string/ends-with', [1, Number.POSITIVE_INFINITY]],
  ['boolean/=', [1, Number.POSITIVE_INFINITY]],
])

/** Types that only say what is chosen from: any of the values will do. */
const plain = /^(?:id|category|text|number|boolean|location\/[a-z_]+)$/

const searches: ReadonlySet<string> = new Set([
  'contains',
  'does-not-contain',
  'starts-with',
  'ends-with',
])

/** A range with one end only is a bound. */
const between = (reference: unknown, [from, to]: readonly unknown[], at: At): unknown => {
  if (from === null && to === null) throw refuse(at, 'A range needs at least one end.')
  if (from === null) return ['<=', reference, to]
  return to === null ? ['>=', reference, from] : ['between', reference, from, to]
}

/**
 * The condition a parameter stands for, as a clause of the query language.
 * @throws {Refusal} 400 for an unknown type and for too few or too many values.
 */
export const operatorClause = (
  type: string,
  reference: unknown,
  value: unknown,
  options: unknown,
  at: At,
): unknown => {
  const values = list(value)
  if (plain.test(type)) return ['=', reference, ...values]
  const arity = operators.get(type)
  if (!arity)
    throw refuse(at, `There is no type of parameter ${JSON.stringify(type.slice(0, 40))}.`)
  const [least, most] = arity
  if (values.length < least || values.length > most)
    throw refuse(at, `A parameter of type "${type}" does not take ${values.length} values.`)
  const operator = type.slice(type.indexOf('/') + 1)
  if (operator === 'between') return between(reference, values, at)
  return searches.has(operator)
    ? [operator, options ?? {}, reference, ...values]
    : [operator, reference, ...values]
}
