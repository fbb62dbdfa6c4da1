import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { type GivenParameter, tagOf } from '../../../shared/sql/template/given.ts'
import { parseNative } from '../../../shared/sql/template/native-query.ts'
import { fieldOfTarget } from './source.ts'

/**
 * The id of the field that a parameter of a question is about, where it is one of a table; of SQL, the
 * field of the field filter it is for.
 */
export const fieldInCard = (query: DatasetQuery, parameter: GivenParameter): number | undefined => {
  if (query.type !== 'native') return fieldOfTarget(parameter.target)
  const tag = tagOf(parameter, [...parseNative(query.native).tags.values()])
  return tag?.type === 'dimension' ? fieldOfTarget(['dimension', tag.dimension]) : undefined
}
