import { givenValue } from '../../shared/contract/parameter-values.ts'
import {
  embeddedPages,
  type GivenValues,
  type ParameterValues,
  publicPages,
} from '../../shared/contract/shared-pages.ts'
import { type PageContext, type PageRoute, shows } from '../pages/context.ts'
import { askedAs, cardsAt, type PlacedCard } from '../shared-things/placed-cards.ts'
import type { Board, Whereabouts } from './board.ts'
import { dashboardBoard } from './dashboard.ts'
import { sharedDocument } from './frame.ts'
import { cardPart, type PartDependencies } from './part.ts'
import { inPlainWords } from './plain-words.ts'
import { questionBoard } from './question.ts'
import { type Source, sources } from './source.ts'
import { textAt } from './texts.ts'

/** How the API calls what a page shows. */
const inApi = { question: 'card', dashboard: 'dashboard' } as const

const ok = (html: string) => ({ status: 200, html })

/** What the address of a page says of parameters: several values as a list, or one by one. */
const listed = (given: GivenValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(given).map(([slug, said]) => [
      slug,
      typeof said === 'string' ? givenValue.parse(said) : said,
    ]),
  )

const whereabouts = (
  { path, api, valuesBy }: Source,
  kind: Board['kind'],
  key: string,
  given: ParameterValues,
): Whereabouts => ({
  page: `${path}/${kind}/${key}`,
  api: `${api}/${inApi[kind]}/${key}`,
  valuesBy,
  given,
})

type Pages = typeof publicPages | typeof embeddedPages
type Ask = PageContext['ask']

/** Pages of things that one kind of link leads to, and their parts. */
const pagesOver = (
  source: Source,
  pages: Pages,
  dependencies: PartDependencies,
): readonly PageRoute[] => {
  const keyed = (key: string) => ({ [source.key]: key })
  const card = (ask: Ask, key: string, given: ParameterValues = {}) =>
    ask(source.card, { params: keyed(key), query: source.toOpen(given) })
  const dashboard = (ask: Ask, key: string, given: ParameterValues = {}) =>
    ask(source.dashboard, { params: keyed(key), query: source.toOpen(given) })

  return [
    shows(pages.question, async ({ params: { key }, query }, { ask }) => {
      const shown = questionBoard(await inPlainWords(source, card(ask, key, query)))
      return ok(sharedDocument(shown, whereabouts(source, 'question', key, listed(query))))
    }),

    shows(pages.dashboard, async ({ params: { key }, query }, { ask }) => {
      const given = listed(query)
      const shown = dashboardBoard(await inPlainWords(source, dashboard(ask, key, query)), given)
      return ok(sharedDocument(shown, whereabouts(source, 'dashboard', key, given)))
    }),

    shows(pages.questionPart, async ({ params: { key }, query: drawn }, { ask }) => {
      const question = await card(ask, key)
      const { name, display, visualization_settings: settings } = question
      const query = source.queryOf(question, drawn.values)
      const endpoint = source.runCard[askedAs(question, settings)]
      const run = () => ask(endpoint, { params: keyed(key), query })
      const shown = { name, title: name, display, settings }
      return ok((await cardPart(dependencies, [shown], run, drawn)).text)
    }),

    shows(pages.dashboardPart, async ({ params, query: drawn }, { ask }) => {
      const { key, dashcardId, cardId } = params
      const board = await dashboard(ask, key)
      const query = source.queryOf(board, drawn.values)
      const run = ({ id, askedAs: way }: PlacedCard) => {
        const place = { ...keyed(key), dashcardId, cardId: String(id) }
        return ask(source.runDashcard[way], { params: place, query })
      }
      const cards = cardsAt(board, Number(dashcardId), Number(cardId))
      return ok((await cardPart(dependencies, cards, run, drawn)).text)
    }),

    shows(pages.dashboardText, async ({ params: { key, dashcardId }, query }, { ask }) => {
      const board = await dashboard(ask, key, query.values)
      return ok(textAt(board, Number(dashcardId), query.values).text)
    }),
  ]
}

/** What people see who are not signed in: things shared by a link, and things that are embedded. */
export const sharedPageRoutes = (dependencies: PartDependencies): readonly PageRoute[] => [
  ...pagesOver(sources.public, publicPages, dependencies),
  ...pagesOver(sources.embed, embeddedPages, dependencies),
]
