import { upright } from '../../pages/direction.ts'
import { mostSeries } from '../cartesian/series.ts'
import type { Look } from '../picture.ts'
import { listed } from '../words.ts'
import { linesTogether } from './lines.ts'
import { numbersTogether } from './numbers.ts'
import { cutIn, type Part, type Together } from './part.ts'

/** More have no colours left that can be told apart. */
export const mostTogether = mostSeries

type Joining = (first: Part, others: readonly Part[], look: Look) => Together | undefined

/** By the display of the first; others are drawn by themselves. */
const joinings: ReadonlyMap<string, Joining> = new Map<string, Joining>([
  ...['bar', 'line', 'area', 'combo', 'row'].map((it) => [it, linesTogether] as const),
  ['scalar', numbersTogether('bar')],
  ['smartscalar', numbersTogether('bar')],
  ['funnel', numbersTogether('funnel')],
])

const uprightly = (part: Part): Part => ({ ...part, name: upright(part.name) })

const alone = (first: Part, others: readonly Part[]): Together => ({
  ...first,
  result: {
    ...first.result,
    notes: [`Not drawn with it: ${listed(others.map(({ name }) => upright(name)))}.`],
  },
})

/**
 * Several questions in one picture: the first says how and along which axis it is drawn, and its
 * settings are those of the picture. What does not go with it is left out, and said to be.
 */
export const together = (first: Part, others: readonly Part[], look: Look): Together => {
  if (others.length === 0) return first
  const parts = [first, ...others].map(uprightly)
  const joined = joinings.get(first.display)?.(uprightly(first), parts.slice(1), look)
  if (!joined) return alone(first, others)
  const { result } = joined
  return {
    ...joined,
    result: { ...result, notes: [...(result.notes ?? []), ...parts.flatMap(cutIn)] },
  }
}
