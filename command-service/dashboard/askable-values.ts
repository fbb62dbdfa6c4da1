import { valuesCardOf } from '../../shared/contract/parameter-values.ts'
import type { DashboardContent } from '../../shared/events/dashboard.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'

type Asking = { readonly actor: Actor; readonly queryExaminer: QueryExaminer }
type Parameters = DashboardContent['parameters']

const sourceOf = (parameter: Parameters[number]): string =>
  canonicalJson(valuesCardOf(parameter) ?? null)

/**
 * Lets somebody have filters offer the values of saved questions: whoever reads the dashboard gets
 * them, so it takes the right to ask for them oneself, but for those that were offered before.
 * @throws {Refusal} 400, 403, 404
 */
export const refuseUnaskableValues = async (
  { actor, queryExaminer }: Asking,
  parameters: Parameters | null | undefined,
  before: Parameters = [],
): Promise<void> => {
  const known = new Set(before.map(sourceOf))
  for (const parameter of parameters ?? []) {
    const source = valuesCardOf(parameter)
    const cardId = source?.values_source_config?.card_id
    if (!source || !cardId || known.has(sourceOf(parameter))) continue
    await queryExaminer.examine(actor, {
      type: 'query',
      query: { 'source-table': `card__${cardId}` },
      parameters: [source],
    })
  }
}
