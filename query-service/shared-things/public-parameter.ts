import type { Json } from '../../shared/kernel/json.ts'
import { picked } from './picked.ts'

type Parameter = { readonly [key: string]: Json }

const shown = [
  'id',
  'name',
  'slug',
  'type',
  'sectionId',
  'target',
  'default',
  'required',
  'isMultiSelect',
  'options',
  'temporal_units',
  'filteringParameters',
  'values_query_type',
  'values_source_type',
] as const

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that stands in the parameter itself; of a question, the values alone are for others. */
const listIn = ({ values_source_type: type, values_source_config: config }: Parameter) =>
  type === 'static-list' && isMap(config)
    ? { values_source_config: picked(config, ['values']) }
    : {}

/** A filter as those see it who choose its value. */
export const publicParameter = (parameter: Parameter): Record<string, Json> => ({
  ...picked(parameter, shown),
  ...listIn(parameter),
})
