import { savedColumns } from '../../shared/cards/result-columns.ts'
import { numericTypes, temporalTypes } from '../../shared/kernel/base-type.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { isArchived } from '../archived.ts'
import type { SavedCard } from '../cards.ts'

/** Displays that can be laid over each other, by what they are drawn on. */
const canvases: ReadonlyMap<string, string> = new Map([
  ['line', 'axes'],
  ['area', 'axes'],
  ['bar', 'axes'],
  ['scalar', 'figure'],
])

/** What runs along a chart: its first column; undefined where that is not known. */
const alongOf = ({ result_metadata }: SavedCard): string | undefined => {
  const [first] = savedColumns(result_metadata) ?? []
  if (!first || first.base_type === 'type/*') return undefined
  if (temporalTypes.has(first.base_type)) return 'time'
  return numericTypes.has(first.base_type) ? 'number' : 'name'
}

/**
 * Whether the answer of another question can be shown in the chart of this one.
 * @throws {Refusal} 400 for a chart that shows no answers but its own
 */
export const fitsBeside = (card: SavedCard): ((other: SavedCard) => boolean) => {
  const canvas = canvases.get(card.display)
  if (!canvas) throw invalid('id', `A question shown as ${card.display} cannot have other series.`)
  const along = alongOf(card)
  const hasSameAlong = (other: SavedCard) => {
    const others = alongOf(other)
    return along === undefined || others === undefined || along === others
  }
  return (other) =>
    other.id !== card.id &&
    !isArchived(other) &&
    canvases.get(other.display) === canvas &&
    (canvas === 'figure' || hasSameAlong(other))
}
