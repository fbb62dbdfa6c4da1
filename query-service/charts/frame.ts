import type { Json } from '../../shared/kernel/json.ts'
import type { ChartSize } from '../../shared/ports/chart-renderer.ts'
import type { Look } from './picture.ts'
import { type Colors, fontFamily } from './themes.ts'
import { shortened } from './words.ts'

export type JsonObject = { [key: string]: Json }

export const fontSize = 12
/** About what a character takes, in pixels; a little more, so that texts keep apart. */
export const characterWidth = 7

export const widthOf = (text: string): number => [...text].length * characterWidth

/** The size of a chart in its box, wide enough to be read. */
export const sizeOf = ({ width, height }: Look): ChartSize => {
  const wide = Math.max(240, Math.round(width))
  const tall = height ?? Math.min(420, Math.max(240, wide * 0.55))
  return { width: wide, height: Math.max(160, Math.round(tall)) }
}

const iconWidth = 38
const longestName = 28
const lineHeight = 22

/** What part of a chart its legend may take. */
const mostShare = 0.35

export type Legend = {
  readonly option: JsonObject
  readonly height: number
  readonly notes: readonly string[]
}

const noLegend: Legend = { option: { show: false }, height: 0, notes: [] }

/**
 * Names above a chart, in as many lines as they need and there is room for; of a single name only
 * where that is said.
 */
export const legendOf = (
  names: readonly string[],
  { width, height }: ChartSize,
  { ink }: Colors,
  ofOne = false,
): Legend => {
  if (names.length < (ofOne ? 1 : 2)) return noLegend
  const texts = names.map((name) => shortened(name, longestName))
  const mostLines = Math.max(1, Math.floor((height * mostShare) / lineHeight))
  let [lines, left, fitting] = [1, width, 0]
  for (const text of texts) {
    const needed = Math.min(widthOf(text) + iconWidth, width)
    if (needed > left && lines === mostLines) break
    if (needed > left) [lines, left] = [lines + 1, width]
    left -= needed
    fitting += 1
  }
  const option = {
    top: 0,
    left: 0,
    right: 0,
    padding: [4, 4],
    itemWidth: 12,
    itemHeight: 12,
    itemGap: 12,
    icon: 'roundRect',
    data: texts.slice(0, fitting).map((_, place) => String(place)),
    texts,
    textStyle: { color: ink },
  }
  const notes =
    fitting < names.length
      ? [`The legend names ${fitting} of ${names.length}; the table has all.`]
      : []
  return { option, height: lines * lineHeight + 6, notes }
}

export const baseOption = ({ ink }: Colors): JsonObject => ({
  animation: false,
  textStyle: { fontFamily, fontSize, color: ink },
})
