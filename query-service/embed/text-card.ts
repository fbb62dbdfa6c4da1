import type { Admitted, GivenParameter } from '../../shared/embedding/gate.ts'
import { isNothing } from '../../shared/kernel/raw.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'

/** A whole `[[…]]`, or a `{{tag}}` by itself: no part of a text is looked at twice. */
const pieces = /\[\[([^[\]]*)\]\]|\{\{([^{}]*)\}\}/g
const tag = /\{\{([^{}]*)\}\}/g

/** What Markdown would take for more than text. */
const marks = /[\\`*_[\]()<>#~!]/g

const asText = (value: GivenParameter['value'], isMarkdown: boolean): string => {
  const text = [value].flat().map(String).join(', ')
  return isMarkdown ? text.replace(marks, '\\$&') : text
}

/** What the tags of a text stand for, as far as the token says it. */
const tagTexts = (
  { parameter_mappings: mappings }: DashcardRow,
  { given }: Admitted,
  isMarkdown: boolean,
): ReadonlyMap<string, string> =>
  new Map(
    given.flatMap(({ parameter, value, isFixed }) =>
      mappings.flatMap(({ parameter_id: id, target }) => {
        const isOfText = Array.isArray(target) && target[0] === 'text-tag'
        if (!isOfText || id !== parameter.id || !isFixed || isNothing(value)) return []
        return [[String(target[1]), asText(value, isMarkdown)] as const]
      }),
    ),
  )

const filled = (text: string, texts: ReadonlyMap<string, string>): string => {
  const fill = (whole: string, name: string) => texts.get(name.trim()) ?? whole
  const isKnown = (inner: string) =>
    [...inner.matchAll(tag)].every(([, name = '']) => texts.has(name.trim()))
  return text.replace(pieces, (whole: string, inner?: string, name?: string) => {
    if (name !== undefined) return fill(whole, name)
    return inner !== undefined && isKnown(inner) ? inner.replace(tag, fill) : whole
  })
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
  return { ...dashcard, visualization_settings: { ...settings, text: filled(text, texts) } }
}
