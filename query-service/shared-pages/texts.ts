import type { PublicDashboard, PublicDashcard } from '../../shared/contract/public-records.ts'
import type { ParameterValues } from '../../shared/contract/shared-pages.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { Html } from '../pages/html.ts'
import { slugOf } from '../shared-things/shown-parameter.ts'
import {
  type ParameterWords,
  parameterWords,
  withFilledText,
} from '../shared-things/texts/filled-texts.ts'
import { textCard } from '../shared-things/texts/text-card.ts'
import { tagsIn } from '../shared-things/texts/text-tags.ts'
import type { TextOnBoard } from './board.ts'

type Declared = Pick<PublicDashboard, 'parameters'>
type Values = { readonly [slug: string]: Json | undefined }

/** Values of parameters by their slugs while nobody gave others. */
export const ownValues = ({ parameters }: Declared): Values =>
  Object.fromEntries(parameters.map((parameter) => [slugOf(parameter), parameter.default]))

/** What is given for parameters. */
export const wordsOf = ({ parameters }: Declared, given: Values): ParameterWords =>
  parameterWords(
    parameters.map((parameter) => {
      const slug = slugOf(parameter)
      return { parameter, value: Object.hasOwn(given, slug) ? given[slug] : undefined }
    }),
  )

/** What there is to be read; undefined where that is nothing. */
export const textOn = (
  dashcard: PublicDashcard,
  { parameters }: Declared,
  words: ParameterWords,
): TextOnBoard | undefined => {
  const { id, parameter_mappings: mappings } = dashcard
  const text = textCard(withFilledText(dashcard, words, true).visualization_settings)
  const named = new Set(tagsIn(mappings).map(({ parameterId }) => parameterId))
  const slugs = parameters.filter((one) => named.has(one.id)).map(slugOf)
  return text && { ...text, partPath: `/dashcard/${id}/text`, slugs }
}

/** A text with other values of parameters. @throws {Refusal} 404 where there is none */
export const textAt = (
  dashboard: PublicDashboard,
  dashcardId: number,
  given: ParameterValues,
): Html => {
  const { dashcards } = dashboard
  const there = dashcards.find(({ id, card_id }) => id === dashcardId && card_id === null)
  const text = textOn(found(there, 'Text'), dashboard, wordsOf(dashboard, given))
  return found(text, 'Text').content
}
