import { type BaseType, instantTypes, temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { isExtraction, isTimeUnit } from '../../../../shared/sql/temporal-unit.ts'
import type { Bucket, Path } from '../ast/reference.ts'
import type { Column, Term } from '../term.ts'

/** The bucket a term is put into last, if it is put into one. */
export const bucketOfTerm = (term: Term): Bucket | undefined =>
  term.kind === 'bucketed' ? term.bucket : undefined

/** The term without its bucket or its bins. */
export const plainTerm = (term: Term): Term =>
  term.kind === 'bucketed' || term.kind === 'binned' ? term.of : term

/** The column a term shows, in a bucket or as it is. */
export const columnOf = (term: Term): Column | undefined => {
  const plain = plainTerm(term)
  return plain.kind === 'column' ? plain : undefined
}

/** Tells terms over the same column or expression apart. */
const groupingKey = (term: Term): string => {
  if (term.kind === 'bucketed') return term.bucket
  return term.kind === 'binned' ? JSON.stringify([term.least, term.width]) : ''
}

/** Whether two terms are the same column or expression, in the same bucket. */
export const isSame = (one: Term, other: Term): boolean =>
  one === other || (plainTerm(one) === plainTerm(other) && groupingKey(one) === groupingKey(other))

/** Each term once, at its first mention; under different names it may be there more often. */
export const distinctBy = <T>(
  items: readonly T[],
  termOf: (item: T) => Term,
  nameOf: (item: T) => string = () => '',
): readonly T[] => {
  const seen = new Map<Term, Set<string>>()
  return items.filter((item) => {
    const term = termOf(item)
    const plain = plainTerm(term)
    const keys = seen.get(plain) ?? new Set()
    const key = `${nameOf(item)}/${groupingKey(term)}`
    if (keys.has(key)) return false
    seen.set(plain, keys.add(key))
    return true
  })
}

export const isTime = (baseType: BaseType): boolean =>
  baseType === 'type/Time' || baseType === 'type/TimeWithTZ'

const fits = (unit: Bucket, baseType: BaseType): boolean => {
  if (unit === 'default' || instantTypes.has(baseType) || baseType === 'type/*') return true
  if (!temporalTypes.has(baseType)) return false
  return isTime(baseType) === isTimeUnit(unit)
}

/** @throws {Refusal} 400 unless the unit can be taken of the term. */
export const bucketed = (of: Term, bucket: Bucket, path: Path): Term => {
  if (!fits(bucket, of.baseType))
    throw invalid(path, `The unit "${bucket}" does not fit this field.`)
  return {
    kind: 'bucketed',
    of,
    bucket,
    baseType: isExtraction(bucket) ? 'type/Integer' : of.baseType,
  }
}

/** Whether a term has no unit yet, neither here nor in the query it comes from. */
export const isUnbucketed = (term: Term): boolean =>
  term.kind !== 'bucketed' && columnOf(term)?.metadata.unit === undefined
