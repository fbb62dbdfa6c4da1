import { canonicalJson, type Json } from '../../../shared/kernel/json.ts'
import type { GivenParameter } from './given.ts'

const isSame = (one: GivenParameter, other: GivenParameter): boolean =>
  (one.id !== undefined && one.id === other.id) ||
  (one.target !== undefined && canonicalJson(one.target) === canonicalJson(other.target))

/** Two lists of parameters as one; what both speak of is as the second says. */
export const mergeParameters = <P extends GivenParameter>(
  first: readonly P[],
  second: readonly P[],
): readonly P[] => [...first.filter((one) => !second.some((it) => isSame(it, one))), ...second]

/** The parameters of a saved native question: those in its query, and those declared beside it. */
export const ownParameters = (
  inQuery: readonly GivenParameter[] | null | undefined,
  declared: readonly { readonly [key: string]: Json }[],
): readonly GivenParameter[] =>
  mergeParameters(inQuery ?? [], declared as readonly GivenParameter[])
