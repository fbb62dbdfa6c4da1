import type { ActionContent } from '../events/action.ts'
import type { Json } from '../kernel/json.ts'
import { invalid } from '../kernel/refusal.ts'
import { type Parameter, type Parameters, tagAimedAt } from './parameter.ts'

type Settings = ActionContent['visualizationSettings']
type Members = { readonly [key: string]: Json }

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the form says of a parameter. */
const fieldOf = ({ fields }: Settings, { id }: Parameter): Members => {
  const isSaid = isMap(fields) && typeof id === 'string' && Object.hasOwn(fields, id)
  const field = isSaid ? fields[id] : undefined
  return isMap(field) ? field : {}
}

/** Whether strangers are not to know of a parameter. */
export const isHidden = (settings: Settings, parameter: Parameter): boolean =>
  fieldOf(settings, parameter).hidden === true

/** Those a stranger may see and set. */
export const shownParameters = (parameters: Parameters, settings: Settings): Parameters =>
  parameters.filter((parameter) => !isHidden(settings, parameter))

/** The form as a stranger sees it: nothing is said of what is hidden, or of what is no parameter. */
export const shownForm = (parameters: Parameters, settings: Settings): Settings => {
  const { fields, ...form } = settings
  if (!isMap(fields)) return form
  const ids = new Set(shownParameters(parameters, settings).map(({ id }) => id))
  return {
    ...form,
    fields: Object.fromEntries(Object.entries(fields).filter(([id]) => ids.has(id))),
  }
}

/** The parameter a key of a request means: by its id, else by its name in the template. */
const parameterFor = (key: string, parameters: Parameters): Parameter | undefined =>
  parameters.find(({ id }) => id === key) ??
  parameters.find((one) => one.slug === key || tagAimedAt(one) === key)

/** Values by the ids of their parameters. */
export type GivenValues = ReadonlyMap<string, Json>

/**
 * Which value is for which parameter.
 * @param parameters those that may be set
 * @throws {Refusal} 400 for a key that means none of them, or one that has a value already
 */
export const givenValues = (
  parameters: Parameters,
  values: Readonly<Record<string, Json>>,
): GivenValues => {
  const given = new Map<string, Json>()
  for (const [key, value] of Object.entries(values)) {
    const id = parameterFor(key, parameters)?.id
    if (typeof id !== 'string') throw invalid(key, 'This action has no such parameter.')
    if (given.has(id)) throw invalid(key, 'This parameter has two values.')
    given.set(id, value)
  }
  return given
}

/** The same with what the form has for those that were left out, hidden ones among them. */
export const withDefaults = (
  parameters: Parameters,
  settings: Settings,
  given: GivenValues,
): GivenValues => {
  const all = new Map(given)
  for (const parameter of parameters) {
    const { id } = parameter
    const { defaultValue = null } = fieldOf(settings, parameter)
    if (typeof id === 'string' && defaultValue !== null && (given.get(id) ?? null) === null)
      all.set(id, defaultValue)
  }
  return all
}
