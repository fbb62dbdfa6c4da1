import type { Json } from '../../shared/kernel/json.ts'
import type { ReportOrder } from '../../shared/ports/reports.ts'
import type { DashboardRow } from '../../shared/views/dashboard.ts'
import { shownParameter } from '../shared-things/shown-parameter.ts'
import { parameterWords } from '../shared-things/texts/filled-texts.ts'

type Declared = DashboardRow['parameters'][number]

/** A filter of a dashboard, and what it is set to. */
export type FilterValue = { readonly parameter: Declared; readonly value: Json }

const isSet = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)

/** What the filters of a dashboard are set to: as the order has it, or else by themselves. */
export const filterValues = (
  { parameters }: Pick<DashboardRow, 'parameters'>,
  order: Pick<ReportOrder, 'parameters'>,
): readonly FilterValue[] => {
  const given = new Map(order.parameters.map(({ id, value }) => [id, value]))
  return parameters.flatMap((parameter) => {
    const { id, default: own } = parameter
    const value = given.has(id ?? null) ? given.get(id ?? null) : own
    return isSet(value) ? [{ parameter, value }] : []
  })
}

/** `Category: Gadget`, for each that is set. */
export const filterLines = (filters: readonly FilterValue[]): readonly string[] => {
  const words = parameterWords(filters)
  return filters.flatMap(({ parameter }) => {
    const said = words.get(parameter.id)
    return said === undefined ? [] : [`${shownParameter(parameter).name}: ${said}`]
  })
}
