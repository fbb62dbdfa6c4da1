import * as contract from '../../shared/contract/embed.ts'
import type { AddressValues } from '../../shared/embedding/values.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { dashboardParameterSource } from '../dashboard-values.ts'
import { findLabelled } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { listedValues } from '../listed-values.ts'
import { runOfDashcard } from '../run-of.ts'
import { paramFieldsOfDashboard } from '../shared-things/param-fields.ts'
import { plainly } from '../shared-things/plainly.ts'
import { publicDashboard } from '../shared-things/public-dashboard.ts'
import { type SharedRun, sharedRuns } from '../shared-things/shared-runs.ts'
import { parameterWords, withFilledText } from '../shared-things/texts/filled-texts.ts'
import {
  askedValues,
  otherValues,
  refuseUnlessOpen,
  shownParameters,
  splitWishes,
} from './asked.ts'
import type { EmbedDependencies } from './dependencies.ts'
import { type EmbeddedPlace, shownAt, shownOn } from './on-dashboard.ts'
import { openEmbed } from './open.ts'

type Context = Pick<QueryContext, 'views'>
type Signed = { readonly token: string }
type Parameter = Signed & { readonly key: string }

/** Dashboards for whoever has a token for them. */
export const embeddedDashboardRoutes = (dependencies: EmbedDependencies): readonly QueryRoute[] => {
  const runs = sharedRuns(dependencies)

  const open = ({ views }: Context, { token }: Signed, address: AddressValues) =>
    openEmbed.dashboard(dependencies, views, { token, address })

  const runFor = async (
    context: Context,
    place: Signed & EmbeddedPlace,
    address: AddressValues,
  ): Promise<() => SharedRun> => {
    const { thing: dashboard, admitted } = await open(context, place, address)
    const placed = await shownAt(context.views, dashboard.id, place, admitted)
    const asked = askedValues(admitted)
    return () => ({
      ...runOfDashcard({ dashboard, ...placed }, asked),
      audience: 'embedded',
      shown: admitted.open,
    })
  }

  const sourceFor = async (context: Context, parameter: Parameter, address: AddressValues) => {
    const { thing, admitted } = await open(context, parameter, address)
    const { key } = parameter
    refuseUnlessOpen(admitted, key)
    const shown = await shownOn(context.views, thing.id, admitted)
    const { parameters } = thing
    return () => dashboardParameterSource({ parameters, ...shown }, key, otherValues(admitted, key))
  }

  const list = async (
    context: QueryContext,
    parameter: Parameter,
    address: AddressValues,
    wanted: Wanted,
  ) => {
    const source = await sourceFor(context, parameter, address)
    return plainly(() =>
      listedValues(dependencies, { ...context, asSaved: true }, source(), wanted),
    )
  }

  return [
    on(contract.getEmbeddedDashboard, async ({ params, query }, context) => {
      const { thing, admitted } = await open(context, params, query)
      const { views } = context
      const dashboard = { ...thing, parameters: shownParameters(admitted) }
      const shown = await shownOn(views, thing.id, admitted)
      const paramFields = await paramFieldsOfDashboard(views, dependencies, dashboard, shown)
      const words = parameterWords(admitted.given)
      const dashcards = shown.dashcards.map((one) => withFilledText(one, words))
      return publicDashboard(dashboard, { ...shown, dashcards, paramFields })
    }),

    on(contract.runEmbeddedDashcard, async ({ params, query }, context) => {
      const run = await runFor(context, params, query)
      return plainly(async () => runs.result(context, run()))
    }),

    on(contract.runEmbeddedDashcardPivot, async ({ params, query }, context) => {
      const run = await runFor(context, params, query)
      return plainly(async () => runs.pivot(context, run()))
    }),

    on(contract.exportEmbeddedDashcard, async ({ params, query }, context) => {
      const { format } = params
      const { address, wishes } = splitWishes(query)
      const run = await runFor(context, params, address)
      return plainly(async () => runs.download(context, run(), { format, ...wishes }))
    }),

    on(contract.listEmbeddedDashboardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'all' }),
    ),

    on(
      contract.searchEmbeddedDashboardParameterValues,
      ({ params: { query: text, ...params }, query }, context) =>
        list(context, params, query, { kind: 'matching', text }),
    ),

    on(
      contract.remapEmbeddedDashboardParameterValue,
      async ({ params, query: { value, ...address } }, context) => {
        const source = await sourceFor(context, params, address)
        return plainly(() =>
          findLabelled(dependencies, { ...context, asSaved: true }, source(), value),
        )
      },
    ),
  ]
}
