import type { QueryParameter } from '../../shared/contract/dataset.ts'
import { picked } from '../shared-things/picked.ts'

/** What visitors say of parameters: which, and its value. What that means is declared. */
export const saidOf = (
  parameters: readonly QueryParameter[] | null | undefined,
): readonly QueryParameter[] =>
  (parameters ?? []).map((one) => picked(one, ['id', 'target', 'value']))
