import type { QueryParameter } from '../../shared/contract/dataset.ts'
import * as contract from '../../shared/contract/public.ts'
import { found } from '../../shared/kernel/refusal.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { declaredOf } from '../dashboard-parameters.ts'
import { dashboardParameterSource } from '../dashboard-values.ts'
import type { SavedDashboard } from '../dashboards.ts'
import { givenValues } from '../engine/parameter-values/card-source.ts'
import { findLabelled } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { fileWishes } from '../file-wishes.ts'
import { listedValues } from '../listed-values.ts'
import { runOfDashcard } from '../run-of.ts'
import { linkedDashboard } from '../shared-things/linked.ts'
import { paramFieldsOfDashboard } from '../shared-things/param-fields.ts'
import { plainly } from '../shared-things/plainly.ts'
import { publicDashboard } from '../shared-things/public-dashboard.ts'
import { type SharedRun, sharedRuns } from '../shared-things/shared-runs.ts'
import { shownCards } from '../shared-things/shown-cards.ts'
import { shownDashcardOn, shownDashcards } from '../shared-things/shown-dashcards.ts'
import { parameterWords, withFilledText } from '../shared-things/texts/filled-texts.ts'
import { saidOf } from './asked.ts'
import type { PublicDependencies } from './dependencies.ts'

type Context = Pick<QueryContext, 'views'>
type Link = { readonly uuid: string }
type Parameter = Link & { readonly key: string }
type Place = Link & { readonly dashcardId: number; readonly cardId: number }
type Said = readonly QueryParameter[] | null | undefined

/** What visitors say of filters, as its texts say it. @throws {Refusal} 400 for what is no filter */
const wordsOf = ({ parameters }: Pick<SavedDashboard, 'parameters'>, said: Said) =>
  parameterWords(
    saidOf(said).map((one) => ({ parameter: declaredOf(parameters, one), value: one.value })),
  )

/** Dashboards for whoever has a link to them. */
export const publicDashboardRoutes = (dependencies: PublicDependencies): readonly QueryRoute[] => {
  const runs = sharedRuns(dependencies)

  const { settings, now } = dependencies
  const follow = ({ views }: Context, { uuid }: Link) =>
    linkedDashboard(views, { uuid, now: now(), settings })

  const open = async (context: Context, place: Place, said: Said): Promise<SharedRun> => {
    const dashboard = await follow(context, place)
    const dashcard = await shownDashcardOn(
      context.views,
      dashboard.id,
      place.dashcardId,
      place.cardId,
    )
    const cards = await shownCards(context.views, [dashcard])
    const card = found(cards.get(place.cardId), 'Card')
    const run = runOfDashcard({ dashboard, dashcard, card }, saidOf(said))
    return { ...run, audience: 'public', shown: dashboard.parameters }
  }

  /** A dashboard with the questions on it that are to be seen. */
  const whole = async (context: Context, link: Link) => {
    const dashboard = await follow(context, link)
    const dashcards = await shownDashcards(context.views, dashboard.id)
    return { dashboard, dashcards, cards: await shownCards(context.views, dashcards) }
  }

  const sourceFor = async (context: Context, { key, ...link }: Parameter, others: object = {}) => {
    const { dashboard, ...on } = await whole(context, link)
    const { parameters } = dashboard
    return dashboardParameterSource({ parameters, ...on }, key, givenValues({ ...others }))
  }

  const list = (context: QueryContext, parameter: Parameter, others: object, wanted: Wanted) =>
    plainly(async () => {
      const source = await sourceFor(context, parameter, others)
      return listedValues(dependencies, { ...context, asSaved: true }, source, wanted)
    })

  const download = (
    context: QueryContext,
    place: Place & Pick<Parameters<typeof runs.download>[2], 'format'>,
    asked: ({ readonly parameters?: Said } & Parameters<typeof fileWishes>[0]) | undefined,
  ) =>
    plainly(async () => {
      const run = await open(context, place, asked?.parameters)
      const wishes = { format: place.format, ...fileWishes(asked) }
      return runs.download(context, run, wishes)
    })

  return [
    on(contract.getPublicDashboard, ({ params, query }, context) =>
      plainly(async () => {
        const { dashboard, ...on } = await whole(context, params)
        const { views } = context
        const paramFields = await paramFieldsOfDashboard(views, dependencies, dashboard, on)
        const words = wordsOf(dashboard, query.parameters)
        const dashcards = on.dashcards.map((one) => withFilledText(one, words))
        return publicDashboard(dashboard, { ...on, dashcards, paramFields })
      }),
    ),

    on(contract.runPublicDashcard, ({ params, query }, context) =>
      plainly(async () => {
        const run = await open(context, params, query.parameters)
        return runs.result(context, run)
      }),
    ),

    on(contract.runPublicDashcardPivot, ({ params, query }, context) =>
      plainly(async () => {
        const run = await open(context, params, query.parameters)
        return runs.pivot(context, run)
      }),
    ),

    on(contract.exportPublicDashcard, ({ params, query }, context) =>
      download(context, params, query),
    ),

    on(contract.sendPublicDashcardExport, ({ params, body }, context) =>
      download(context, params, body),
    ),

    on(contract.listPublicDashboardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'all' }),
    ),

    on(
      contract.searchPublicDashboardParameterValues,
      ({ params: { query: text, ...params }, query }, context) =>
        list(context, params, query, { kind: 'matching', text }),
    ),

    on(contract.remapPublicDashboardParameterValue, ({ params, query: { value } }, context) =>
      plainly(async () => {
        const source = await sourceFor(context, params)
        return findLabelled(dependencies, { ...context, asSaved: true }, source, value)
      }),
    ),
  ]
}
