import type { ActionDefinition, HttpTemplate } from '../events/action.ts'
import { fillHttpTemplate } from '../http-call/template.ts'
import { isNothing } from '../kernel/raw.ts'
import { invalid, Refusal } from '../kernel/refusal.ts'
import { type CompiledQuery, QueryProblem } from '../ports/engine-driver.ts'
import type { WriteStatement } from '../ports/engine-writer.ts'
import type { HttpCall } from '../ports/http-caller.ts'
import type { Dialect } from '../sql/dialect.ts'
import { bindTemplate } from '../sql/template/bind.ts'
import { parseNative } from '../sql/template/native-query.ts'
import {
  type ImplicitStatement,
  implicitDelete,
  implicitInsert,
  implicitRow,
  implicitUpdate,
} from '../sql/write/implicit.ts'
import type { WriteValues } from '../sql/write/target.ts'
import type { GivenValues } from './given-values.ts'
import type { ImplicitKind } from './kinds.ts'
import { idOfSlug, type Parameter, type Parameters, tagAimedAt } from './parameter.ts'
import type { TargetTable } from './target-table.ts'

/*
 * What a run would do: its statement with all values bound, or its call with all values in place.
 * Nothing here does any of it.
 */

/** The parameters of an action, and the values of a run by their ids. */
export type Filled = { readonly parameters: Parameters; readonly values: GivenValues }

const givenTo = ({ values }: Filled, { id }: Parameter) =>
  typeof id === 'string' ? values.get(id) : undefined

const isMissing = (filled: Filled, parameter: Parameter): boolean =>
  parameter.required === true &&
  isNothing(givenTo(filled, parameter)) &&
  isNothing(parameter.default)

/** @throws {Refusal} 400 naming each value that is needed and not there */
const refuseMissing = (filled: Filled): void => {
  const missing = filled.parameters.filter((parameter) => isMissing(filled, parameter))
  if (missing.length === 0) return
  throw new Refusal('validation', 'A value that this action needs is missing.', {
    errors: Object.fromEntries(missing.map(({ id }) => [String(id), 'is required'])),
  })
}

const place = /^parameters\./

/** What is wrong with a value is told by the id of its parameter. @throws {Refusal} 400 */
const byParameter = <T>({ parameters }: Filled, plan: () => T): T => {
  try {
    return plan()
  } catch (error) {
    if (error instanceof QueryProblem) throw invalid('parameters', error.message)
    if (!(error instanceof Refusal) || !error.extras.errors) throw error
    const { errors, ...extras } = error.extras
    const named = Object.entries(errors).map(([path, why]) => [
      idOfSlug(parameters, path.replace(place, '')),
      why,
    ])
    throw new Refusal(error.kind, error.message, { ...extras, errors: Object.fromEntries(named) })
  }
}

/** By the slugs of columns, or the names of tags. */
const bySlug = (filled: Filled): WriteValues =>
  new Map(
    filled.parameters.flatMap((parameter) => {
      const value = givenTo(filled, parameter)
      const slug = parameter.slug ?? tagAimedAt(parameter)
      return value === undefined || typeof slug !== 'string' ? [] : [[slug, value]]
    }),
  )

const builders: { readonly [K in ImplicitKind]: ImplicitStatement } = {
  'row/create': implicitInsert,
  'row/update': implicitUpdate,
  'row/delete': implicitDelete,
}

/** @throws {Refusal} 400 for values that are missing or do not fit */
export const implicitPlan = (
  kind: ImplicitKind,
  target: TargetTable,
  dialect: Dialect,
  filled: Filled,
): WriteStatement => {
  refuseMissing(filled)
  return byParameter(filled, () => builders[kind](dialect, target, bySlug(filled)))
}

/** Asks for the row that an update or a deletion is about. @throws {Refusal} 400 */
export const currentRow = (
  target: TargetTable,
  dialect: Dialect,
  filled: Filled,
): CompiledQuery => {
  refuseMissing(filled)
  return byParameter(filled, () => implicitRow(dialect, target, bySlug(filled)))
}

/** @throws {Refusal} 400 for values that are missing or do not fit */
export const queryPlan = (
  { query }: Pick<Extract<ActionDefinition, { readonly type: 'query' }>, 'query'>,
  dialect: Dialect,
  filled: Filled,
): WriteStatement => {
  refuseMissing(filled)
  const given = filled.parameters.flatMap((parameter) => {
    const { id, target } = parameter
    const value = givenTo(filled, parameter)
    return typeof id === 'string' && value !== undefined ? [{ id, target, value }] : []
  })
  return byParameter(filled, () => ({
    query: bindTemplate(parseNative(query.native), given, dialect),
    origin: 'foreign',
  }))
}

/** With what parameters have for themselves where nothing was said of them: tags of calls have none. */
const withOwnDefaults = ({ parameters, values }: Filled): Filled => ({
  parameters,
  values: new Map([
    ...parameters.flatMap(({ id, default: own = null }) =>
      typeof id === 'string' && own !== null ? [[id, own] as const] : [],
    ),
    ...values,
  ]),
})

/** @throws {Refusal} 400 for values that are missing, or have no place where they are to stand */
export const httpPlan = (template: HttpTemplate, given: Filled): HttpCall => {
  refuseMissing(given)
  const filled = withOwnDefaults(given)
  return byParameter(filled, () => fillHttpTemplate(template, Object.fromEntries(bySlug(filled))))
}
