import {
  type DatasetQuery,
  datasetQuery,
  type QueryParameter,
} from '../../shared/contract/dataset.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { CardRow } from '../../shared/views/card.ts'
import type { GivenParameter } from '../engine/native/given.ts'
import { ownParameters, withAsked } from '../engine/native/own-parameters.ts'
import { parseNative } from '../engine/native.ts'

type Declared = CardRow['parameters'][number]

/** By its id; a value that comes without one goes to what has the same target. */
const isMeant = (declared: Declared, asked: QueryParameter): boolean =>
  asked.id === undefined
    ? declared.target !== undefined &&
      canonicalJson(declared.target) === canonicalJson(asked.target)
    : declared.id === asked.id

/** The tags of a native question say what a value is for; what is declared says the rest. */
const withTagValues = (
  query: DatasetQuery,
  declared: readonly Declared[],
  asked: readonly QueryParameter[],
): readonly GivenParameter[] => {
  const { tags } = parseNative(query.native)
  const given = asked.filter(({ value }) => value !== undefined)
  return withAsked(tags, ownParameters(tags, query.parameters, declared), given)
}

/**
 * The query of a saved question with the values a caller gives its parameters. Only what the question
 * declares can have one, and it means what is declared: no caller reaches another column by it. Of
 * SQL, its template tags are what it declares: a value that is for none of them fails its run.
 * @throws {Refusal} 400 for a value of something that is not declared
 */
export const withValues = (
  { dataset_query, parameters }: Pick<CardRow, 'dataset_query' | 'parameters'>,
  asked: readonly QueryParameter[],
): DatasetQuery => {
  const query = datasetQuery.parse(dataset_query)
  if (query.type === 'native')
    return datasetQuery.parse({ ...query, parameters: withTagValues(query, parameters, asked) })
  const given = asked.filter(({ value }) => value !== undefined && value !== null)
  for (const one of given)
    if (!parameters.some((declared) => isMeant(declared, one)))
      throw invalid('parameters', 'This question has no such parameter.')
  const filled = parameters.map((declared) => {
    const meant = given.find((one) => isMeant(declared, one))
    return meant ? { ...declared, value: meant.value } : declared
  })
  return datasetQuery.parse({ ...query, parameters: [...(query.parameters ?? []), ...filled] })
}
