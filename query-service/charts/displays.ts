import { cartesian } from './cartesian/cartesian.ts'
import type { Display } from './chart.ts'
import { scalar } from './number.ts'

/** Every display that is not simply a table; what is not here is shown as one. */
export const displays: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['scalar', scalar],
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
