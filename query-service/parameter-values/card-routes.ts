import * as contract from '../../shared/contract/parameter-values.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { runnableCard } from '../cards.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { cardParameterSource, givenValues } from '../engine/parameter-values/card-source.ts'
import { findLabelled, type ValuesDependencies } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { listedValues } from '../listed-values.ts'

type Asking = Omit<QueryContext, 'actor'> & { readonly actor: Actor }

type Asked = {
  readonly params: { readonly id: number; readonly key: string }
  readonly query: Readonly<Record<string, unknown>>
}

/** Values of a parameter of a saved question: for whoever may run that (P7). */
export const cardValuesRoutes = (dependencies: ValuesDependencies): readonly QueryRoute[] => {
  const sourceFor = async ({ views, actor }: Asking, { id, key }: Asked['params'], given = {}) => {
    const card = await runnableCard(views, actor, id)
    return cardParameterSource(card, key, givenValues(given))
  }

  const list = async (context: Asking, { params, query }: Asked, wanted: Wanted) => {
    const source = await sourceFor(context, params, query)
    const asking = { ...context, asSaved: true } as const
    return listedValues(dependencies, asking, source, wanted)
  }

  return [
    on(contract.listCardParameterValues, async (request, context) =>
      list(context, request, { kind: 'all' }),
    ),

    on(contract.searchCardParameterValues, async (request, context) =>
      list(context, request, { kind: 'matching', text: request.params.query }),
    ),

    on(contract.remapCardParameterValue, async ({ params, query: { value } }, context) => {
      const source = await sourceFor(context, params)
      return findLabelled(dependencies, { ...context, asSaved: true }, source, value)
    }),
  ]
}
