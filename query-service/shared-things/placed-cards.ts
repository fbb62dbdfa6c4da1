import type {
  PublicCardOnDashboard,
  PublicDashboard,
  PublicDashcard,
} from '../../shared/contract/public-records.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { DrawnCard } from './answered-together.ts'

type Settings = PublicCardOnDashboard['visualization_settings']

/** How it is asked: a pivot table has totals, which only its own query answers. */
export const askedAs = (
  { display, dataset_query: { type } }: PublicCardOnDashboard,
  settings: Settings,
): 'flat' | 'pivot' =>
  display === 'pivot' && type === 'query' && 'pivot_table.column_split' in settings
    ? 'pivot'
    : 'flat'

/** What the place of a card says over what the card says. */
const settingsAt = ({ card, visualization_settings: own }: PublicDashcard): Settings => ({
  ...card?.visualization_settings,
  ...own,
})

/** What a question is called where it stands. */
export const titleIn = (dashcard: PublicDashcard): string => {
  const { 'card.title': title } = settingsAt(dashcard)
  return typeof title === 'string' && title !== '' ? title : (dashcard.card?.name ?? '')
}

/** A question where it stands, and how it is asked. */
export type PlacedCard = DrawnCard & { readonly id: number; readonly askedAs: 'flat' | 'pivot' }

/**
 * What is drawn in a place: its question under the title it has there, and those beside it in the
 * same picture. @throws {Refusal} 404 where it does not stand there
 */
export const cardsAt = (
  { dashcards }: PublicDashboard,
  dashcardId: number,
  cardId: number,
): readonly [PlacedCard, ...PlacedCard[]] => {
  const dashcard = found(
    dashcards.find(({ id, card }) => id === dashcardId && card?.id === cardId),
    'Card',
  )
  const card = found(dashcard.card ?? undefined, 'Card')
  const placed = (one: PublicCardOnDashboard, settings: Settings): PlacedCard => {
    const { id, name, display } = one
    return { id, name, title: name, display, settings, askedAs: askedAs(one, settings) }
  }
  return [
    { ...placed(card, settingsAt(dashcard)), title: titleIn(dashcard) },
    ...dashcard.series.map((one) => placed(one, one.visualization_settings)),
  ]
}
