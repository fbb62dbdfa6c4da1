import type { Download, Instead } from '../../shared/contract/endpoint.ts'
import type { PublicResult } from '../../shared/contract/public-records.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { QueryErrorType } from '../../shared/ports/engine-driver.ts'
import type { completedResult, failedResult } from '../engine/result.ts'
import { picked } from './picked.ts'

type Result = ReturnType<typeof completedResult> | ReturnType<typeof failedResult>

/** What any chart of a column needs; nothing about the table it is from. */
const column = [
  'name',
  'display_name',
  'base_type',
  'effective_type',
  'semantic_type',
  'source',
  'field_ref',
  'unit',
  'binning_info',
  'settings',
] as const

/** A parameter that is shown, as far as its name goes. */
export type Shown = { readonly name?: Json }

/** What a failed run may be told of in its own words: all it names is parameters, in quotes. */
const tellable: QueryErrorType = 'missing-required-parameter'

const generic = 'This question could not be answered.'

const quoted = /"(?:[^"\\]|\\.)*"/g

/** Of the parameters only those are named that are to be seen. */
const told = (error: string, shown: readonly Shown[]): string => {
  const names = new Set(shown.map(({ name }) => JSON.stringify(name)))
  const named = error.match(quoted) ?? []
  return named.length > 0 && named.every((name) => names.has(name)) ? error : generic
}

/**
 * A result as those see it who did not sign in: without the statement, the query, what is known of
 * the database, and what that said of a failure.
 * @param shown the parameters that are to be seen
 */
export const publicResult = (result: Result, shown: readonly Shown[]): PublicResult => {
  const { row_count } = result
  if (result.status === 'failed') {
    const { error, error_type } = result
    return {
      status: 'failed',
      data: { rows: [], cols: [] },
      row_count,
      error: error_type === tellable ? told(error, shown) : generic,
      error_type,
    }
  }
  const { data } = result
  return {
    status: 'completed',
    data: {
      ...picked(data, ['rows', 'insights', 'rows_truncated', 'results_timezone']),
      ...picked(data, ['requested_timezone']),
      cols: data.cols.map((one) => picked(one, column)),
    },
    row_count,
  }
}

/** A file as those get it who did not sign in; where it came to nothing, only that it did. */
export const publicDownload = (
  answer: Download | Instead,
  shown: readonly Shown[],
): Download | Instead =>
  'instead' in answer ? { instead: publicResult(answer.instead as Result, shown) } : answer
