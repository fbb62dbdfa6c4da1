import type { PublicDashcard } from '../../../shared/contract/public-records.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { controlOf } from '../control-of.ts'
import { valueWords } from '../value-words.ts'
import { filledText, inMarkdown, tagsIn } from './text-tags.ts'

/** What is said of parameters in words, by their ids. */
export type ParameterWords = ReadonlyMap<Json | undefined, string>

/** A parameter, and its value. */
type Said = {
  readonly parameter: { readonly [key: string]: Json }
  readonly value: Json | undefined
}

export const parameterWords = (all: readonly Said[]): ParameterWords =>
  new Map(
    all.flatMap(({ parameter, value }) => {
      const words = valueWords(controlOf(parameter), value)
      return words === undefined ? [] : [[parameter.id, words] as const]
    }),
  )

type OnDashboard = Pick<PublicDashcard, 'card_id' | 'parameter_mappings' | 'visualization_settings'>

const isHeading = (virtual: Json | undefined): boolean =>
  typeof virtual === 'object' &&
  virtual !== null &&
  'display' in virtual &&
  virtual.display === 'heading'

/**
 * A text or heading on a dashboard with what is said of the parameters that its tags are mapped to; a
 * question stays as it is.
 * @param isWhole nothing more will be said: what is optional and not known goes
 */
export const withFilledText = <D extends OnDashboard>(
  dashcard: D,
  words: ParameterWords,
  isWhole = false,
): D => {
  const {
    card_id: cardId,
    visualization_settings: settings,
    parameter_mappings: mappings,
  } = dashcard
  const { text, virtual_card: virtual } = settings
  if (cardId !== null || typeof text !== 'string') return dashcard
  const escaped = isHeading(virtual) ? (plain: string) => plain : inMarkdown
  const byTag = new Map(
    tagsIn(mappings).flatMap(({ tag, parameterId }) => {
      const said = words.get(parameterId)
      return said === undefined ? [] : [[tag, escaped(said)] as const]
    }),
  )
  if (byTag.size === 0 && !isWhole) return dashcard
  const filled = filledText(text, byTag, isWhole)
  return { ...dashcard, visualization_settings: { ...settings, text: filled } }
}
