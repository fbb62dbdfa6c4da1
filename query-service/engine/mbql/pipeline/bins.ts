import type { ResolvedSource } from '../resolved.ts'
import { type Expression, type Stage, when } from './expression.ts'
import { placeOf } from './place.ts'

type Bins = Extract<ResolvedSource, { kind: 'bins' }>

/** One of these times a power of ten is the width that people find round. */
const steps = [1, 1.25, 2, 2.5, 3, 5, 7.5]

const shared = (count: number): Expression =>
  when({ $gt: ['$most', '$least'] }, { $divide: [{ $subtract: ['$most', '$least'] }, count] }, 1)

const power: Expression = { $pow: [10, { $floor: { $log10: '$width' } }] }

const roundedUp: Expression = {
  $multiply: [
    {
      $switch: {
        branches: steps.map((step) => ({
          case: { $lte: ['$width', { $multiply: [step, '$power'] }] },
          then: step,
        })),
        default: 10,
      },
    },
    '$power',
  ],
}

const edge = (end: string, rounding: string): Expression => ({
  $multiply: [{ [rounding]: { $divide: [end, '$width'] } }, '$width'],
})

/** One round of widening the range to round edges; two are enough but for a hair's breadth. */
const widened = (count: number): readonly Stage[] => [
  { $set: { width: shared(count) } },
  { $set: { power } },
  { $set: { width: roundedUp } },
  { $set: { least: edge('$least', '$floor'), most: edge('$most', '$ceil') } },
]

/** One document: where the bins of a column begin, and how wide they are. */
export const binStages = ({ field, count }: Bins): readonly Stage[] => {
  const column = placeOf(field.name).expression
  return [
    { $group: { _id: null, least: { $min: column }, most: { $max: column } } },
    { $set: { least: { $toDouble: '$least' }, most: { $toDouble: '$most' } } },
    ...widened(count),
    ...widened(count),
    { $project: { _id: 0, least: 1, width: 1 } },
  ]
}
