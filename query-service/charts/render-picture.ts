import { ChartProblem, type ChartRenderer } from '../../shared/ports/chart-renderer.ts'
import type { Html } from '../pages/html.ts'
import type { ChartResult } from './chart.ts'
import { gaugeSvg, progressSvg } from './html/drawn.ts'
import { figure } from './html/figure.ts'
import type { Look, Picture } from './picture.ts'
import { type PicturedCard, pictureOf } from './picture-of.ts'
import { colors } from './themes.ts'

/** The picture as SVG of its own; undefined for what is none, such as a table. @throws {ChartProblem} */
export const svgOf = async (
  renderer: ChartRenderer,
  { shape, summary, theme }: Picture,
  label: string = summary,
): Promise<string | undefined> => {
  if (shape.kind === 'chart') return renderer.draw(shape.option, shape.size, label)
  if (shape.kind === 'gauge') return gaugeSvg(shape, colors[theme], label).text
  if (shape.kind === 'progress') return progressSvg(shape, colors[theme], label).text
  return undefined
}

const asTable = (picture: Picture): Picture => ({
  ...picture,
  shape: { kind: 'table' },
  notes: ['Shown as a table, since the chart could not be drawn.', ...picture.notes],
})

export type RenderedPicture = {
  /** A `<figure>`. */
  readonly html: Html
  /** What it tells, in a sentence or two. */
  readonly summary: string
}

/**
 * A result as it looks, and drawn where that takes drawing. What cannot be drawn is a table that says
 * so: it never fails for that.
 */
export const drawPicture = async (
  renderer: ChartRenderer,
  card: PicturedCard,
  result: ChartResult,
  settings: unknown,
  look: Look,
): Promise<{ readonly picture: Picture; readonly svg: string | undefined }> => {
  const picture = pictureOf(card, result, settings, look)
  try {
    return { picture, svg: await svgOf(renderer, picture, picture.title) }
  } catch (error) {
    if (!(error instanceof ChartProblem)) throw error
    return { picture: asTable(picture), svg: undefined }
  }
}

/**
 * A result as a part of a page. Settings are those of the card, with those of its place on a
 * dashboard laid over them.
 */
export const renderPicture = async (
  ...drawn: Parameters<typeof drawPicture>
): Promise<RenderedPicture> => {
  const { picture, svg } = await drawPicture(...drawn)
  return { html: figure(picture, svg), summary: picture.summary }
}
