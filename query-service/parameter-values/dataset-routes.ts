import * as contract from '../../shared/contract/parameter-values.ts'
import { on, type QueryRoute } from '../context.ts'
import {
  findLabelled,
  findValues,
  type ValuesDependencies,
} from '../engine/parameter-values/values.ts'
import { datasetSource } from './dataset-source.ts'

/** Values of a parameter that somebody is about to make: with their own rights. */
export const datasetValuesRoutes = (dependencies: ValuesDependencies): readonly QueryRoute[] => [
  on(contract.listParameterValues, async ({ body }, context) => {
    const list = await findValues(dependencies, context, datasetSource(body), { kind: 'all' })
    return [...list.values]
  }),

  on(contract.searchParameterValues, async ({ params: { query: text }, body }, context) => {
    const wanted = { kind: 'matching', text } as const
    return [...(await findValues(dependencies, context, datasetSource(body), wanted)).values]
  }),

  on(contract.remapParameterValue, async ({ body }, context) =>
    findLabelled(dependencies, context, datasetSource(body), body.value),
  ),
]
