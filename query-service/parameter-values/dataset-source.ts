import type { QueryParameter } from '../../shared/contract/dataset.ts'
import type { ValuesParameter } from '../../shared/contract/parameter-values.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import {
  fieldFilters,
  fieldOfTarget,
  namedSource,
  type ValueSource,
} from '../engine/parameter-values/source.ts'

type Asked = {
  readonly parameter: ValuesParameter
  readonly field_ids?: readonly number[] | null | undefined
  /** Other parameters with values, the asked one among them or not. */
  readonly parameters?: readonly QueryParameter[] | null | undefined
}

/**
 * Where the values of a parameter come from that belongs to nothing saved yet: what it says itself,
 * else the fields that are named, else the field it is about.
 * @throws {Refusal} 400 where none of them says anything
 */
export const datasetSource = ({ parameter, field_ids, parameters }: Asked): ValueSource => {
  const named = namedSource(parameter)
  if (named) return named
  const own = fieldOfTarget(parameter.target)
  const fieldIds = field_ids?.length ? field_ids : own === undefined ? [] : [own]
  if (fieldIds.length === 0)
    throw invalid('field_ids', 'A parameter needs fields, or another source of its values.')
  const others = (parameters ?? []).filter(({ id }) => id === undefined || id !== parameter.id)
  return { kind: 'fields', fieldIds, filters: fieldFilters(others) }
}
