import type { QueryParameter } from '../../../shared/contract/dataset.ts'
import type { ValuesParameter } from '../../../shared/contract/parameter-values.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { isNothing } from '../../../shared/kernel/raw.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import { findTarget } from '../mbql/parameters/target.ts'
import { start } from '../mbql/schema/clause.ts'
import { readReference } from '../mbql/schema/field.ts'
import type { FieldFilter } from './chain.ts'
import type { ValuesColumn } from './column-query.ts'

type Config = NonNullable<ValuesParameter['values_source_config']>

/** What another parameter says of a field, known by its id only. */
export type NamedFilter = Omit<FieldFilter, 'field'> & { readonly fieldId: number }

/** Where the values of a parameter come from. */
export type ValueSource =
  | { readonly kind: 'list'; readonly values: NonNullable<Config['values']> }
  | {
      readonly kind: 'column'
      readonly column: ValuesColumn
      /** What others say of fields of its database, by way of foreign keys. */
      readonly filters?: readonly NamedFilter[]
    }
  | {
      readonly kind: 'fields'
      readonly fieldIds: readonly number[]
      readonly filters: readonly NamedFilter[]
      /** The only database the fields may be in. */
      readonly databaseId?: number
    }
  /** The values of all of them, in one list. */
  | { readonly kind: 'several'; readonly sources: readonly ValueSource[] }

/** No values at all. */
export const noValues: ValueSource = { kind: 'list', values: [] }

const configPath = 'parameter.values_source_config'

const checkedReference = (value: Json | undefined, key: 'value_field' | 'label_field'): Json => {
  readReference(value, start(`${configPath}.${key}`))
  return value ?? null
}

const fromList = ({ values }: Config): ValueSource => {
  if (!values) throw invalid(`${configPath}.values`, 'A static list needs its values.')
  return { kind: 'list', values }
}

const fromCard = ({ card_id: id, value_field: value, label_field: label }: Config): ValueSource => {
  if (!id) throw invalid(`${configPath}.card_id`, 'A card as source needs its id.')
  return {
    kind: 'column',
    column: {
      from: id,
      query: { type: 'query', query: { 'source-table': `card__${id}` } },
      value: checkedReference(value, 'value_field'),
      ...(!isNothing(label) && { label: checkedReference(label, 'label_field') }),
    },
  }
}

/** What a parameter says itself of where its values come from. @throws {Refusal} 400 */
export const namedSource = ({
  values_source_type: type,
  values_source_config: config,
}: ValuesParameter): ValueSource | undefined => {
  if (type === 'static-list') return fromList(config ?? {})
  return type === 'card' ? fromCard(config ?? {}) : undefined
}

/** The id of the field a target is about, where it is one of a table. */
export const fieldOfTarget = (target: unknown): number | undefined => {
  const column = findTarget(target)?.column
  return column?.kind === 'field' && typeof column.id === 'number' ? column.id : undefined
}

/** What other parameters with a value say of fields; what is about none of them narrows nothing. */
export const fieldFilters = (parameters: readonly QueryParameter[]): readonly NamedFilter[] =>
  parameters.flatMap(({ type, value, options, target }) => {
    const fieldId = fieldOfTarget(target)
    if (fieldId === undefined || isNothing(value) || type === 'temporal-unit') return []
    return [{ fieldId, parameter: { type, value, options } }]
  })
