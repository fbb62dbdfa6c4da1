import type { PublicResult } from '../../shared/contract/public-records.ts'
import type { Drawn } from '../../shared/contract/shared-pages.ts'
import type { ChartRenderer } from '../../shared/ports/chart-renderer.ts'
import { renderPicture } from '../charts/render-picture.ts'
import { type Html, html } from '../pages/html.ts'
import { answeredTogether, type DrawnCard } from '../shared-things/answered-together.ts'

export type PartDependencies = { readonly charts: ChartRenderer }

/** The picture of a question, with those that stand there with it, or in words why there is none. */
export const cardPart = async <C extends DrawnCard>(
  { charts }: PartDependencies,
  cards: readonly [C, ...C[]],
  run: (card: C) => Promise<PublicResult>,
  { width, height, theme }: Drawn,
): Promise<Html> => {
  const look = { theme, width, ...(height !== undefined && { height }) }
  const answered = await answeredTogether(cards, run, look)
  if (answered.kind === 'failed') {
    const { error = 'This question could not be answered.' } = answered.result
    return html`<p class="problem" data-failed>${error}</p>`
  }
  const { card, result, settings } = answered
  return (await renderPicture(charts, card, result, settings, look)).html
}
