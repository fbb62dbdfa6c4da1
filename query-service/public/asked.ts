import type { QueryParameter } from '../../shared/contract/dataset.ts'
import { picked } from '../shared-things/picked.ts'

/** What visitors say of parameters: which, and its value. What that means is declared. */
export const saidOf = (
  parameters: readonly QueryParameter[] | null | undefined,
): readonly QueryParameter[] =>
  (parameters ?? []).map((one) => picked(one, ['id', 'target', 'value']))

type FileAsked = {
  readonly format_rows?: boolean | undefined
  readonly pivot_results?: boolean | undefined
  readonly csv_include_bom?: boolean | undefined
}

/** How a file is to be. */
export const fileWishes = (asked: FileAsked | undefined) => ({
  formatRows: asked?.format_rows,
  pivotResults: asked?.pivot_results,
  byteOrderMark: asked?.csv_include_bom,
})
