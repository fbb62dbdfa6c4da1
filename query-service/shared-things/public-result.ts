import type { Download, Instead } from '../../shared/contract/endpoint.ts'
import type { PublicResult } from '../../shared/contract/public-records.ts'
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

/** What a failed run may be told of in its own words: it names nothing but parameters. */
const tellable: QueryErrorType = 'missing-required-parameter'

const generic = 'This question could not be answered.'

/**
 * A result as those see it who did not sign in: without the statement, the query, what is known of
 * the database, and what that said of a failure.
 */
export const publicResult = (result: Result): PublicResult => {
  const { row_count } = result
  if (result.status === 'failed') {
    const { error, error_type } = result
    return {
      status: 'failed',
      data: { rows: [], cols: [] },
      row_count,
      error: error_type === tellable ? error : generic,
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
export const publicDownload = (answer: Download | Instead): Download | Instead =>
  'instead' in answer ? { instead: publicResult(answer.instead as Result) } : answer
