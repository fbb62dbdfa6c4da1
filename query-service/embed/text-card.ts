import type { Admitted } from '../../shared/embedding/gate.ts'
import { isNothing } from '../../shared/kernel/raw.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import { filledText, inMarkdown, tagsIn } from '../shared-things/text-tags.ts'

/** What the tags of a text stand for, as far as the token says it. */
const tagTexts = (
  { parameter_mappings: mappings }: DashcardRow,
  { given }: Admitted,
  isMarkdown: boolean,
): ReadonlyMap<string, string> => {
  const tags = tagsIn(mappings)
  return new Map(
    given.flatMap(({ parameter, value, isFixed }) => {
      if (!isFixed || isNothing(value)) return []
      const text = [value].flat().map(String).join(', ')
      const own = tags.filter(({ parameterId }) => parameterId === parameter.id)
      return own.map(({ tag }) => [tag, isMarkdown ? inMarkdown(text) : text] as const)
    }),
  )
}

/**
 * A text or heading on a dashboard with what the token says in place of the tags that are mapped to
 * it; tags for visitors to fill stay as they are.
 */
export const withTokenTexts = (dashcard: DashcardRow, admitted: Admitted): DashcardRow => {
  const { card_id: cardId, visualization_settings: settings } = dashcard
  const { text, virtual_card: virtual } = settings
  if (cardId !== null || typeof text !== 'string') return dashcard
  const isHeading =
    typeof virtual === 'object' && virtual !== null && 'display' in virtual
      ? virtual.display === 'heading'
      : false
  const texts = tagTexts(dashcard, admitted, !isHeading)
  if (texts.size === 0) return dashcard
  const filled = filledText(text, texts, false)
  return { ...dashcard, visualization_settings: { ...settings, text: filled } }
}
