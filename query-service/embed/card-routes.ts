import * as contract from '../../shared/contract/embed.ts'
import type { AddressValues } from '../../shared/embedding/values.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { cardParameterSource } from '../engine/parameter-values/card-source.ts'
import { findLabelled } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'
import { listedValues } from '../listed-values.ts'
import { runOfCard } from '../run-of.ts'
import { paramFieldsOfCard } from '../shared-things/param-fields.ts'
import { plainly } from '../shared-things/plainly.ts'
import { publicCard } from '../shared-things/public-card.ts'
import { type SharedRun, sharedRuns } from '../shared-things/shared-runs.ts'
import {
  askedValues,
  otherValues,
  refuseUnlessOpen,
  shownParameters,
  splitWishes,
} from './asked.ts'
import type { EmbedDependencies } from './dependencies.ts'
import { openEmbed } from './open.ts'

type Context = Pick<QueryContext, 'views'>
type Signed = { readonly token: string }
type Parameter = Signed & { readonly key: string }

/** Questions for whoever has a token for them. */
export const embeddedCardRoutes = (dependencies: EmbedDependencies): readonly QueryRoute[] => {
  const runs = sharedRuns(dependencies)

  const open = ({ views }: Context, { token }: Signed, address: AddressValues) =>
    openEmbed.question(dependencies, views, { token, address })

  /** @throws {Refusal} 403 where nothing keeps rows back any more: what is locked is gone, say */
  const openData = async (context: Context, signed: Signed, address: AddressValues) => {
    const opened = await open(context, signed, address)
    const { isBroken } = opened.admitted
    refuseUnless(!isBroken, 'forbidden', 'The parameters of this question are not what they were.')
    return opened
  }

  const runFor = async (
    context: Context,
    signed: Signed,
    address: AddressValues,
  ): Promise<() => SharedRun> => {
    const { thing, admitted } = await openData(context, signed, address)
    const { open: shown } = admitted
    return () => ({ ...runOfCard(thing, askedValues(admitted)), audience: 'embedded', shown })
  }

  const sourceFor = async (context: Context, parameter: Parameter, address: AddressValues) => {
    const { thing, admitted } = await openData(context, parameter, address)
    const { key } = parameter
    refuseUnlessOpen(admitted, key)
    return () => cardParameterSource(thing, key, otherValues(admitted, key))
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
    on(contract.getEmbeddedCard, async ({ params, query }, context) => {
      const { thing, admitted } = await open(context, params, query)
      const card = { ...thing, parameters: shownParameters(admitted) }
      return publicCard(card, await paramFieldsOfCard(context.views, dependencies, card))
    }),

    on(contract.runEmbeddedCard, async ({ params, query }, context) => {
      const run = await runFor(context, params, query)
      return plainly(async () => runs.result(context, run()))
    }),

    on(contract.runEmbeddedCardPivot, async ({ params, query }, context) => {
      const run = await runFor(context, params, query)
      return plainly(async () => runs.pivot(context, run()))
    }),

    on(contract.exportEmbeddedCard, async ({ params: { format, ...signed }, query }, context) => {
      const { address, wishes } = splitWishes(query)
      const run = await runFor(context, signed, address)
      return plainly(async () => runs.download(context, run(), { format, ...wishes }))
    }),

    on(contract.listEmbeddedCardParameterValues, ({ params, query }, context) =>
      list(context, params, query, { kind: 'all' }),
    ),

    on(
      contract.searchEmbeddedCardParameterValues,
      ({ params: { query: text, ...params }, query }, context) =>
        list(context, params, query, { kind: 'matching', text }),
    ),

    on(
      contract.remapEmbeddedCardParameterValue,
      async ({ params, query: { value, ...address } }, context) => {
        const source = await sourceFor(context, params, address)
        return plainly(() =>
          findLabelled(dependencies, { ...context, asSaved: true }, source(), value),
        )
      },
    ),
  ]
}
