import type { Json } from '../../shared/kernel/json.ts'
import { type Control, controlOf } from './control-of.ts'

/** A parameter as far as its control needs it. */
export type ShownParameter = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly control: Control
  readonly isMulti: boolean
  readonly isRequired: boolean
  readonly own: Json | undefined
  /** Units of time it offers, for a `temporal-unit`. */
  readonly units: readonly string[]
}

type Parameter = { readonly [key: string]: Json }

const units = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

const texts = (value: Json | undefined): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined

/** What a parameter is called in addresses. */
export const slugOf = ({ slug, name, id }: Parameter): string => String(slug ?? name ?? id)

/** Without `isMultiSelect`, whatever compares with `=` and `!=` takes several values. */
const isMulti = ({ isMultiSelect: said, type }: Parameter): boolean =>
  typeof said === 'boolean' ? said : /^(?:string|number)\/!?=$|^location\/|^id$/.test(String(type))

/** A parameter as pages show it. */
export const shownParameter = (parameter: Parameter): ShownParameter => ({
  id: String(parameter.id),
  slug: slugOf(parameter),
  name: String(parameter.name ?? slugOf(parameter)),
  control: controlOf(parameter),
  isMulti: isMulti(parameter),
  isRequired: parameter.required === true,
  own: parameter.default ?? undefined,
  units: texts(parameter.temporal_units) ?? units,
})
