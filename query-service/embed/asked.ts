import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { exportEmbeddedCard } from '../../shared/contract/embed.ts'
import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { Admitted, DeclaredParameter } from '../../shared/embedding/gate.ts'
import { isNothing } from '../../shared/kernel/raw.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { GivenValue } from '../engine/parameter-values/card-source.ts'
import { fileWishes } from '../file-wishes.ts'

/** What an address says of parameters, and what it says of the file that is wanted. */
export const splitWishes = ({
  format_rows,
  pivot_results,
  csv_include_bom,
  ...address
}: QueryOf<typeof exportEmbeddedCard>) => ({
  address,
  wishes: fileWishes({ format_rows, pivot_results, csv_include_bom }),
})

/** Values for the parameters of a question or a dashboard, as its runs take them. */
export const askedValues = ({ given }: Admitted): readonly QueryParameter[] =>
  given.map(({ parameter: { id, type }, value, isFixed }) => ({
    id: String(id),
    value,
    ...(isFixed && type !== 'temporal-unit' && { isBinding: true }),
  }))

/** The others that narrow the values of one; what the token says binds. */
export const otherValues = ({ given }: Admitted, key: string): readonly GivenValue[] =>
  given.flatMap(({ parameter: { id, type }, value, isFixed }) =>
    id === key || isNothing(value)
      ? []
      : [{ id: String(id), value, isBinding: isFixed && type !== 'temporal-unit' }],
  )

/** @throws {Refusal} 400 for the key of what visitors may not set, or what is not there */
export const refuseUnlessOpen = ({ open }: Admitted, key: string): void => {
  if (!open.some(({ id }) => id === key)) throw invalid('key', 'This parameter has no values here.')
}

/** What visitors may set, without a word of the others. */
export const shownParameters = ({ open }: Admitted): DeclaredParameter[] => {
  const ids = new Set(open.map(({ id }) => id))
  return open.map(({ filteringParameters: linked, ...parameter }) => ({
    ...parameter,
    ...(Array.isArray(linked) && { filteringParameters: linked.filter((id) => ids.has(id)) }),
  }))
}
