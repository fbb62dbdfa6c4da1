import type {
  PublicCard,
  PublicCardOnDashboard,
  PublicField,
} from '../../shared/contract/public-records.ts'
import { tagOf } from '../../shared/sql/template/given.ts'
import { parseNative } from '../../shared/sql/template/native-query.ts'
import type { CardRow } from '../../shared/views/card.ts'
import { publicParameter } from './public-parameter.ts'
import { publicSettings } from './public-settings.ts'

/** What of a saved question is looked at; `parameters` are those that are to be shown. */
export type ShownCard = Pick<
  CardRow,
  'id' | 'name' | 'description' | 'display' | 'visualization_settings' | 'dataset_query'
> & { readonly parameters: CardRow['parameters'] }

/** The names of the tags that the parameters which are shown are for. */
const publicQuery = ({ dataset_query, parameters }: ShownCard) => {
  if (dataset_query.type !== 'native') return { type: 'query' } as const
  const tags = [...parseNative(dataset_query.native).tags.values()]
  const names = parameters.flatMap((one) => tagOf(one, tags)?.name ?? [])
  const shown = Object.fromEntries(names.map((name) => [name, { name }]))
  return { type: 'native', native: { 'template-tags': shown } } as const
}

/** A question on a dashboard as those see it who did not sign in. */
export const publicCardOnDashboard = (card: ShownCard): PublicCardOnDashboard => ({
  id: card.id,
  name: card.name,
  description: card.description,
  display: card.display,
  visualization_settings: publicSettings(card.visualization_settings),
  dataset_query: publicQuery(card),
  parameters: card.parameters.map(publicParameter),
})

/**
 * A saved question as those see it who did not sign in. Nothing of it is shown that is not named
 * here; a parameter that is taken out before goes with all that tells of it.
 * @param paramFields the fields its parameters are about, by their ids
 */
export const publicCard = (
  card: ShownCard,
  paramFields: Readonly<Record<string, PublicField>>,
): PublicCard => ({ ...publicCardOnDashboard(card), param_fields: paramFields })
