import type { QueryParameter } from '../../shared/contract/dataset.ts'
import * as contract from '../../shared/contract/public.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { cardParameterSource, givenValues } from '../engine/parameter-values/card-source.ts'
import { findLabelled } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { fileWishes } from '../file-wishes.ts'
import { listedValues } from '../listed-values.ts'
import { runOfCard } from '../run-of.ts'
import { linkedCard } from '../shared-things/linked.ts'
import { paramFieldsOfCard } from '../shared-things/param-fields.ts'
import { plainly } from '../shared-things/plainly.ts'
import { publicCard } from '../shared-things/public-card.ts'
import { type SharedRun, sharedRuns } from '../shared-things/shared-runs.ts'
import { saidOf } from './asked.ts'
import type { PublicDependencies } from './dependencies.ts'

type Context = Pick<QueryContext, 'views'>
type Link = { readonly uuid: string }
type Parameter = Link & { readonly key: string }

/** Questions for whoever has a link to them. */
export const publicCardRoutes = (dependencies: PublicDependencies): readonly QueryRoute[] => {
  const runs = sharedRuns(dependencies)

  const { settings, now } = dependencies
  const follow = ({ views }: Context, { uuid }: Link) =>
    linkedCard(views, { uuid, now: now(), settings })

  const open = async (
    context: Context,
    link: Link,
    said: readonly QueryParameter[] | null | undefined,
  ): Promise<SharedRun> => {
    const card = await follow(context, link)
    return { ...runOfCard(card, saidOf(said)), audience: 'public', shown: card.parameters }
  }

  const sourceFor = async (context: Context, { key, ...link }: Parameter, others: object = {}) =>
    cardParameterSource(await follow(context, link), key, givenValues({ ...others }))

  const list = (context: QueryContext, parameter: Parameter, others: object, wanted: Wanted) =>
    plainly(async () => {
      const source = await sourceFor(context, parameter, others)
      return listedValues(dependencies, { ...context, asSaved: true }, source, wanted)
    })

  return [
    on(contract.getPublicCard, ({ params }, context) =>
      plainly(async () => {
        const card = await follow(context, params)
        return publicCard(card, await paramFieldsOfCard(context.views, dependencies, card))
      }),
    ),

    on(contract.runPublicCard, ({ params, query }, context) =>
      plainly(async () => {
        const run = await open(context, params, query.parameters)
        return runs.result(context, run)
      }),
    ),

    on(contract.runPublicCardPivot, ({ params, query }, context) =>
      plainly(async () => {
        const run = await open(context, params, query.parameters)
        return runs.pivot(context, run)
      }),
    ),

    on(contract.exportPublicCard, ({ params, query }, context) =>
      plainly(async () => {
        const run = await open(context, params, query.parameters)
        const wishes = { format: params.format, ...fileWishes(query) }
        return runs.download(context, run, wishes)
      }),
    ),

    on(contract.listPublicCardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'all' }),
    ),

    on(
      contract.searchPublicCardParameterValues,
      ({ params: { query: text, ...params }, query }, it) =>
        list(it, params, query, { kind: 'matching', text }),
    ),

    on(contract.remapPublicCardParameterValue, ({ params, query: { value } }, context) =>
      plainly(async () => {
        const source = await sourceFor(context, params)
        return findLabelled(dependencies, { ...context, asSaved: true }, source, value)
      }),
    ),
  ]
}
