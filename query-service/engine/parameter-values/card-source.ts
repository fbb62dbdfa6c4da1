import {
  type DatasetQuery,
  datasetQuery,
  type QueryParameter,
} from '../../../shared/contract/dataset.ts'
import { valuesParameter } from '../../../shared/contract/parameter-values.ts'
import { isNothing } from '../../../shared/kernel/raw.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import { tagOf } from '../../../shared/sql/template/given.ts'
import { parseNative } from '../../../shared/sql/template/native-query.ts'
import type { CardRow } from '../../../shared/views/card.ts'
import { columnOfTarget, isNarrowedBy } from './column-query.ts'
import { fieldFilters, fieldOfTarget, namedSource, noValues, type ValueSource } from './source.ts'

type Card = Pick<CardRow, 'id' | 'database_id' | 'dataset_query' | 'parameters'>

/** A parameter of a question and what it is given. */
export type GivenValue = {
  readonly id: string
  readonly value: unknown
  /** What it leaves out nobody may see: where it cannot narrow the values, there are none. */
  readonly isBinding?: boolean
}

/** Values by the ids of their parameters, as a query string has them. */
export const givenValues = (given: Readonly<Record<string, unknown>>): readonly GivenValue[] =>
  Object.entries(given).map(([id, value]) => ({ id, value }))

/** SQL has no columns to ask for values; its field filters say which fields they are about. */
const withFields = (
  { native }: DatasetQuery,
  parameters: readonly QueryParameter[],
): readonly QueryParameter[] => {
  const tags = [...parseNative(native).tags.values()]
  return parameters.map(({ type, ...parameter }) => {
    const tag = tagOf(parameter, tags)
    const field = tag?.type === 'dimension' ? tag.dimension : undefined
    const target = field === undefined ? undefined : ['dimension', field]
    return { ...parameter, type: type ?? tag?.widget, target }
  })
}

const ofNative = (
  query: DatasetQuery,
  card: Card,
  declared: QueryParameter,
  others: readonly QueryParameter[],
  isBinding: (parameter: QueryParameter) => boolean,
): ValueSource => {
  const [own, ...rest] = withFields(query, [declared, ...others])
  const fieldId = fieldOfTarget(own?.target)
  if (fieldId === undefined)
    throw invalid('key', 'This parameter is about no field, so it has no values to choose from.')
  const isLost = (one: QueryParameter) => isBinding(one) && fieldFilters([one]).length === 0
  if (rest.some(isLost)) return noValues
  const filters = rest.flatMap((one) =>
    fieldFilters([one]).map((it) => ({
      ...it,
      ...(isBinding(one) && { isBinding: true as const }),
    })),
  )
  return { kind: 'fields', fieldIds: [fieldId], filters, databaseId: card.database_id }
}

/**
 * Where the values of a parameter that a saved question declares come from: what the parameter says
 * itself, else the column it is about, in the rows the question asks for; of SQL, the field of its
 * field filter.
 * @param key the parameter's id
 * @param given values of other parameters of the question, which narrow the list
 * @throws {Refusal} 400 for what the question does not declare, and for a parameter about no column
 */
export const cardParameterSource = (
  card: Card,
  key: string,
  given: readonly GivenValue[],
): ValueSource => {
  const { parameters } = card
  const isDeclared = (id: string) => parameters.some((one) => one.id === id)
  for (const id of [key, ...given.map((one) => one.id)])
    if (!isDeclared(id)) throw invalid(id, 'This question has no such parameter.')
  const declared = valuesParameter.safeParse(parameters.find(({ id }) => id === key))
  if (!declared.success) throw invalid(key, 'This parameter does not say where its values are.')
  const named = namedSource(declared.data)
  const binding = new Set(given.flatMap(({ id, isBinding }) => (isBinding ? [id] : [])))
  if (named) return named.kind === 'list' || binding.size === 0 ? named : noValues

  const isBinding = ({ id }: QueryParameter) => binding.has(String(id))
  const values = new Map(given.map(({ id, value }) => [id, value]))
  const others = parameters
    .filter(({ id }) => id !== key)
    .map(({ default: _, ...one }) => ({ ...one, value: values.get(String(one.id)) as never }))
    .filter(({ value }) => !isNothing(value)) as readonly QueryParameter[]
  const query = datasetQuery.parse(card.dataset_query)
  const { target } = declared.data
  if (query.type === 'native') return ofNative(query, card, declared.data, others, isBinding)
  if (!isNarrowedBy(query, target, others.filter(isBinding))) return noValues
  const column = columnOfTarget(query, target, others)
  return { kind: 'column', column: { ...column, card: card.id } }
}
