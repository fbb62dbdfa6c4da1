import type { QueryRoute } from '../context.ts'
import type { ValuesDependencies } from '../engine/parameter-values/values.ts'
import { cardValuesRoutes } from './card-routes.ts'
import { datasetValuesRoutes } from './dataset-routes.ts'
import { fieldValuesRoutes } from './field-routes.ts'

export const parameterValuesRoutes = (dependencies: ValuesDependencies): readonly QueryRoute[] => [
  ...datasetValuesRoutes(dependencies),
  ...cardValuesRoutes(dependencies),
  ...fieldValuesRoutes(dependencies),
]
