import { cartesian } from './cartesian/cartesian.ts'
import type { Display } from './chart.ts'
import { funnel } from './funnel.ts'
import { gauge, progress } from './meters.ts'
import { scalar } from './number.ts'
import { pie } from './pie.ts'
import { pivot } from './pivot/pivot.ts'
import { scatter } from './scatter/scatter.ts'
import { smartScalar } from './smart-number.ts'

/** Every display that is not simply a table; what is not here is shown as one. */
export const displays: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['scalar', scalar],
  ['smartscalar', smartScalar],
  ['gauge', gauge],
  ['progress', progress],
  ['pie', pie],
  ['funnel', funnel],
  ['pivot', pivot],
  ['scatter', scatter],
  ['bar', cartesian({ name: 'Bar chart', mark: () => 'bar', isMixed: true })],
  ['line', cartesian({ name: 'Line chart', mark: () => 'line', isMixed: true })],
  ['area', cartesian({ name: 'Area chart', mark: () => 'area', isMixed: true, isStacked: true })],
  [
    'combo',
    cartesian({
      name: 'Combined chart',
      mark: (place) => (place === 0 ? 'line' : 'bar'),
      isMixed: true,
    }),
  ],
  ['row', cartesian({ name: 'Row chart', mark: () => 'bar', isSideways: true })],
])
