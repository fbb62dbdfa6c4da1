import { type DatasetQuery, datasetQuery, type QueryParameter } from '../shared/contract/dataset.ts'
import { canonicalJson } from '../shared/kernel/json.ts'
import { invalid } from '../shared/kernel/refusal.ts'
import type { GivenParameter } from '../shared/sql/template/given.ts'
import { parseNative } from '../shared/sql/template/native-query.ts'
import type { CardRow } from '../shared/views/card.ts'
import { ownParameters, withAsked } from './engine/native/own-parameters.ts'

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

/** What is declared, each with the value that is meant for it. */
const filled = (
  declared: readonly Declared[],
  given: readonly QueryParameter[],
): readonly QueryParameter[] =>
  declared.map((one) => {
    const meant = given.find((it) => isMeant(one, it))
    return meant ? { ...one, value: meant.value } : one
  })

type Asked = Pick<CardRow, 'dataset_query' | 'parameters'>

const withParameters = (query: DatasetQuery, parameters: readonly QueryParameter[]): DatasetQuery =>
  datasetQuery.parse({ ...query, parameters: [...(query.parameters ?? []), ...parameters] })

const isGiven = ({ value }: QueryParameter): boolean => value !== undefined && value !== null

/**
 * The query of a saved question with the values a caller gives its parameters. Only what the question
 * declares can have one, and it means what is declared: no caller reaches another column by it. Of
 * SQL, its template tags are what it declares: a value that is for none of them fails its run.
 * @throws {Refusal} 400 for a value of something that is not declared
 */
export const withValues = (
  { dataset_query, parameters }: Asked,
  asked: readonly QueryParameter[],
): DatasetQuery => {
  const query = datasetQuery.parse(dataset_query)
  if (query.type === 'native')
    return datasetQuery.parse({ ...query, parameters: withTagValues(query, parameters, asked) })
  const given = asked.filter(isGiven)
  for (const one of given)
    if (!parameters.some((declared) => isMeant(declared, one)))
      throw invalid('parameters', 'This question has no such parameter.')
  return withParameters(query, filled(parameters, given))
}

/**
 * The query of a saved question with values for columns or tags of it that somebody who may do so has
 * chosen before: the target and the type of each are theirs and not the caller's, and all of them hold,
 * also where several are about the same. What the question declares itself about it gives way.
 * @param mapped each with its `target`, and without an `id`
 */
export const withMappedValues = (
  { dataset_query, parameters }: Asked,
  mapped: readonly QueryParameter[],
): DatasetQuery => {
  const query = datasetQuery.parse(dataset_query)
  if (query.type === 'native')
    return datasetQuery.parse({ ...query, parameters: withTagValues(query, parameters, mapped) })
  const given = mapped.filter(isGiven)
  const others = parameters.filter((declared) => !given.some((one) => isMeant(declared, one)))
  return withParameters(query, [...others, ...given])
}
