import type { QueryParameter } from '../../../shared/contract/dataset.ts'
import { valuesCardOf } from '../../../shared/contract/parameter-values.ts'
import { exportCaps } from '../limits.ts'
import type { Asking, PrepareDependencies } from '../prepare/prepared.ts'
import { prepareQuery } from '../prepare.ts'
import { distinctValues } from './column-query.ts'
import { namedSource } from './source.ts'

/**
 * Whoever may read what is saved may have the values of its parameters, so who saves it needs the
 * right to them.
 * @throws {Refusal} 400, 403, 404: what asking for values of saved questions would answer
 */
export const refuseUnaskable = async (
  asking: Asking,
  dependencies: PrepareDependencies,
  parameters: readonly QueryParameter[],
): Promise<void> => {
  for (const parameter of parameters) {
    const source = namedSource(valuesCardOf(parameter) ?? {})
    if (source?.kind === 'column')
      await prepareQuery(asking, dependencies, distinctValues(source.column), { caps: exportCaps })
  }
}
