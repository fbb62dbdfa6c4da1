import type { PublicResult } from '../../shared/contract/public-records.ts'
import type { Drawn } from '../../shared/contract/shared-pages.ts'
import type { ChartRenderer } from '../../shared/ports/chart-renderer.ts'
import type { ChartResult } from '../charts/chart.ts'
import type { PicturedCard } from '../charts/picture-of.ts'
import { renderPicture } from '../charts/render-picture.ts'
import { type Html, html } from '../pages/html.ts'

export type PartDependencies = { readonly charts: ChartRenderer }

/** A card with its settings, those of its place among them. */
export type DrawnCard = PicturedCard & { readonly settings: unknown }

/** What charts read of columns is what the API tells of them. */
export const chartResult = ({ data }: PublicResult): ChartResult =>
  ({
    columns: data.cols,
    rows: data.rows,
    ...(data.rows_truncated !== undefined && { truncatedAt: data.rows_truncated }),
  }) as unknown as ChartResult

/** The picture of a result, or in words why there is none. */
export const cardPart = async (
  { charts }: PartDependencies,
  { settings, ...card }: DrawnCard,
  result: PublicResult,
  { width, height, theme }: Drawn,
): Promise<Html> => {
  if (result.status === 'failed')
    return html`<p class="problem" data-failed>${result.error ?? 'This question could not be answered.'}</p>`
  const look = { theme, width, ...(height !== undefined && { height }) }
  return (await renderPicture(charts, card, chartResult(result), settings, look)).html
}
