import type { BaseType } from '../../../shared/kernel/base-type.ts'
import { type ValueKind, valueKindOf } from './values.ts'

const numbers: readonly BaseType[] = [
  'type/Integer',
  'type/BigInteger',
  'type/Float',
  'type/Decimal',
]

const anything: ValueKind = { databaseType: 'mixed', baseType: 'type/*' }
const nothing: ValueKind = { databaseType: 'null', baseType: 'type/*' }

/** Numbers of several kinds are of the widest; otherwise what differs has no type in common. */
const commonKind = (one: ValueKind, other: ValueKind): ValueKind => {
  if (one.databaseType === other.databaseType) return one
  const [first, second] = [numbers.indexOf(one.baseType), numbers.indexOf(other.baseType)]
  if (first >= 0 && second >= 0) return first > second ? one : other
  return one.baseType === other.baseType ? one : anything
}

/** Learns, value by value, the most specific type that all of them have. */
export const typeLearner = () => {
  let learnt: ValueKind | undefined
  return {
    see(value: unknown): void {
      if (learnt === anything) return
      const found = valueKindOf(value)
      if (found) learnt = learnt ? commonKind(learnt, found) : found
    },
    type: (): ValueKind => {
      const { databaseType, baseType } = learnt ?? nothing
      return { databaseType, baseType }
    },
  }
}

export type TypeLearner = ReturnType<typeof typeLearner>
