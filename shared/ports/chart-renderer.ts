import type { Json } from '../kernel/json.ts'

/**
 * What a chart looks like, in the words of ECharts, as JSON. Where ECharts would want a function
 * that writes texts, `texts` lists them: those of an axis by tick, of a series by data item, of a
 * legend by the names of what it lists, which are places in the list.
 */
export type ChartOption = { readonly [key: string]: Json }

/** In pixels of a page. */
export type ChartSize = { readonly width: number; readonly height: number }

/** A chart could not be drawn: it took too long, too much memory, or too many were asked for. */
export class ChartProblem extends Error {
  override readonly name = 'ChartProblem'
}

export type ChartRenderer = {
  /**
   * An `<svg>` element, well-formed and inert: no scripts, links, styles or event handlers.
   * @throws {ChartProblem}
   */
  draw(option: ChartOption, size: ChartSize, label: string): Promise<string>
}
