import { characterWidth, type JsonObject, widthOf } from '../frame.ts'
import type { Colors } from '../themes.ts'
import { shortenedApart } from '../words.ts'
import type { Category } from './categories.ts'

const longestUpright = 24
const longestTilted = 15
const tiltedStep = 20

type Labels = {
  readonly texts: string[]
  /** How many are left out after each that is shown. */
  readonly interval: number
  readonly rotate: number
}

/** Upright where all have room; moments are thinned out, names are tilted first. */
const labelsOf = (list: readonly Category[], width: number, isTime: boolean): Labels => {
  const ticks = list.map(({ tick }) => tick)
  const step = width / Math.max(1, list.length)
  const cut = (most: number) => shortenedApart(ticks, most)
  const upright = cut(longestUpright)
  const widest = Math.max(...upright.map(widthOf)) + 2 * characterWidth
  if (widest <= step) return { texts: upright, interval: 0, rotate: 0 }
  if (isTime) return { texts: upright, interval: Math.ceil(widest / step) - 1, rotate: 0 }
  const interval = Math.max(0, Math.ceil(tiltedStep / step) - 1)
  return { texts: cut(longestTilted), interval, rotate: 40 }
}

const names = (list: readonly Category[]) => list.map((_, place) => String(place))

/** An axis of groups, along the bottom. */
export const categoryAxis = (
  list: readonly Category[],
  { width, isTime }: { readonly width: number; readonly isTime: boolean },
  { dim, line }: Colors,
): JsonObject => ({
  type: 'category',
  data: names(list),
  axisLabel: { color: dim, ...labelsOf(list, width, isTime) },
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
})

/** What names down the side may take of the width. */
const mostShare = 0.33

/** An axis of groups down the side, the first at the top; every one is named. */
export const sideAxis = (
  list: readonly Category[],
  width: number,
  { dim, line }: Colors,
): JsonObject => ({
  type: 'category',
  inverse: true,
  data: names(list),
  axisLabel: {
    color: dim,
    interval: 0,
    texts: shortenedApart(
      list.map(({ tick }) => tick),
      Math.min(longestUpright, Math.floor((width * mostShare) / characterWidth)),
    ),
  },
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
})
