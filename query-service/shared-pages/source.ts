import * as embed from '../../shared/contract/embed.ts'
import * as shared from '../../shared/contract/public.ts'
import type { PublicCard, PublicDashboard } from '../../shared/contract/public-records.ts'
import type { ParameterValues } from '../../shared/contract/shared-pages.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { slugOf } from '../shared-things/shown-parameter.ts'

type Query = Readonly<Record<string, string | readonly string[]>>
type Declared = Pick<PublicCard | PublicDashboard, 'parameters'>

/** The API of public links wants parameters by their ids. @throws {Refusal} 400 for one there is not */
const byId = ({ parameters }: Declared, given: ParameterValues): Query => {
  const all = Object.entries(given).map(([slug, value]) => {
    const declared = parameters.find((parameter) => slugOf(parameter) === slug)
    if (!declared) throw invalid(slug, 'There is no such filter here.')
    return { id: declared.id, value }
  })
  return all.length === 0 ? {} : { parameters: JSON.stringify(all) }
}

/** That of embeds wants them by their slugs; which of them may be said, its gate knows. */
const bySlug = (given: ParameterValues): Query =>
  Object.fromEntries(
    Object.entries(given).flatMap(([slug, value]) => {
      const texts = [value].flat().flatMap((one) => (one === null ? [] : [String(one)]))
      return texts.length === 0 ? [] : [[slug, texts.length === 1 ? (texts[0] ?? '') : texts]]
    }),
  )

/** Where pages of one kind of link get what they show: from the API, by its rules. */
export const sources = {
  public: {
    path: '/public',
    api: '/api/public',
    key: 'uuid',
    valuesBy: 'id',
    queryOf: byId,
    /** Values of parameters change nothing about what is there. */
    toOpen: () => ({}),
    refusals: {
      validation: 'This link is not complete. Ask whoever sent it to send it again.',
      'not-found':
        'This link leads nowhere any more, or it never did. Ask whoever sent it for a new one.',
    },
    card: shared.getPublicCard,
    runCard: { flat: shared.runPublicCard, pivot: shared.runPublicCardPivot },
    dashboard: shared.getPublicDashboard,
    runDashcard: { flat: shared.runPublicDashcard, pivot: shared.runPublicDashcardPivot },
  },
  embed: {
    path: '/embed',
    api: '/api/embed',
    key: 'token',
    valuesBy: 'slug',
    queryOf: (_: Declared, given: ParameterValues) => bySlug(given),
    toOpen: bySlug,
    refusals: {
      'embedding-token-expired': 'What is shown here was for a while only. Load the page again.',
      'not-found': 'What was shown here is not there any more.',
    },
    card: embed.getEmbeddedCard,
    runCard: { flat: embed.runEmbeddedCard, pivot: embed.runEmbeddedCardPivot },
    dashboard: embed.getEmbeddedDashboard,
    runDashcard: { flat: embed.runEmbeddedDashcard, pivot: embed.runEmbeddedDashcardPivot },
  },
} as const
export type Source = (typeof sources)[keyof typeof sources]
