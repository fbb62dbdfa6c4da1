import type { PublicResult } from '../../shared/contract/public-records.ts'
import type { ChartResult } from '../charts/chart.ts'
import type { Look } from '../charts/picture.ts'
import type { PicturedCard } from '../charts/picture-of.ts'
import type { Part } from '../charts/together/part.ts'
import { mostTogether, together } from '../charts/together/together.ts'
import { upright } from '../pages/direction.ts'

/** A card with its settings, those of its place among them, and what it is called there. */
export type DrawnCard = PicturedCard & {
  readonly title: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** What charts read of columns is what the API tells of them. */
export const chartResult = ({ data }: PublicResult): ChartResult =>
  ({
    columns: data.cols,
    rows: data.rows,
    ...(data.rows_truncated !== undefined && { truncatedAt: data.rows_truncated }),
  }) as unknown as ChartResult

/** As it is drawn with others: under its own name, whatever its place is called. */
const partOf = ({ name, display, settings }: DrawnCard, result: PublicResult): Part => ({
  name,
  display,
  settings,
  result: chartResult(result),
})

/** Questions that stand in the picture of another: those that were answered, and those missing. */
const beside = async <C extends DrawnCard>(
  cards: readonly C[],
  run: (card: C) => Promise<PublicResult>,
) => {
  const asked = cards.slice(0, mostTogether - 1)
  const results = await Promise.all(asked.map(async (card) => ({ card, result: await run(card) })))
  const answered = results.filter(({ result }) => result.status === 'completed')
  const missing = [
    ...results.filter(({ result }) => result.status === 'failed').map(({ card }) => card),
    ...cards.slice(asked.length),
  ]
  return { answered, missing }
}

/** What is drawn, or the failed result of the question that the others stand with. */
export type AnsweredTogether =
  | { readonly kind: 'failed'; readonly result: PublicResult }
  | {
      readonly kind: 'answered'
      readonly card: PicturedCard
      readonly result: ChartResult
      readonly settings: unknown
      /** Of all answers that are drawn. */
      readonly rows: number
    }

/**
 * A question with those that stand in one picture with it, answered.
 * @param run answers one of them; not called for more than one picture holds
 */
export const answeredTogether = async <C extends DrawnCard>(
  [first, ...others]: readonly [C, ...C[]],
  run: (card: C) => Promise<PublicResult>,
  look: Look,
): Promise<AnsweredTogether> => {
  const [own, { answered, missing }] = await Promise.all([run(first), beside(others, run)])
  if (own.status === 'failed') return { kind: 'failed', result: own }
  const parts = answered.map(({ card, result }) => partOf(card, result))
  const { display, settings, result } = together(partOf(first, own), parts, look)
  const notes = missing.map(({ name }) => `${upright(name)} is missing here.`)
  return {
    kind: 'answered',
    card: { name: first.title, display },
    result: { ...result, notes: [...(result.notes ?? []), ...notes] },
    settings,
    rows: [own, ...answered.map((one) => one.result)].reduce((sum, one) => sum + one.row_count, 0),
  }
}
