import * as contract from '../../shared/contract/pivot.ts'
import { on, type QueryRoute } from '../context.ts'
import { rowCaps, siteCaps } from '../engine/limits.ts'
import type { PositionCache } from '../engine/metadata-cache.ts'
import { pivotOf } from '../engine/pivot/pivot-asked.ts'
import { preparePivot } from '../engine/pivot/prepare-pivot.ts'
import { type RunDependencies, runToResult } from '../engine/run.ts'

type Dependencies = RunDependencies & { readonly cache: PositionCache }

export const pivotRoute = (dependencies: Dependencies): QueryRoute =>
  on(contract.runPivot, async ({ body }, context) => {
    const options = {
      caps: rowCaps(body.constraints, await siteCaps(dependencies.settings)),
      pivot: pivotOf(body),
    }
    const prepared = await preparePivot(context, dependencies, body, options)
    const { signal, afterwards } = context
    const run = { signal, afterwards, jsonQuery: body, context: 'ad-hoc' }
    return runToResult(dependencies, prepared, run)
  })
