import type { Keys } from '../../../../shared/kernel/raw.ts'
import type { Binning } from '../ast/reference.ts'
import { type At, into, readInteger, readKeys, readNumber, refuse } from './clause.ts'

const mostBins = 10_000

const readWidth = (value: unknown, at: At): number => {
  const width = readNumber(value, at)
  if (width <= 0) throw refuse(at, 'The width of a bin is more than 0.')
  return width
}

const readCount = (value: unknown, at: At): number => {
  const count = readInteger(value, at, 1)
  if (count > mostBins) throw refuse(at, `There are ${mostBins} bins at the most.`)
  return count
}

const readEdges = (keys: Keys, at: At): { least?: number; most?: number } => {
  if (!keys.has('min-value') && !keys.has('max-value')) return {}
  const least = readNumber(keys.get('min-value'), into(at, 'min-value'))
  const most = readNumber(keys.get('max-value'), into(at, 'max-value'))
  if (least > most) throw refuse(at, '"min-value" may not be above "max-value".')
  return { least, most }
}

/** `{strategy, num-bins | bin-width, min-value?, max-value?}`. @throws {Refusal} 400 */
export const readBinning = (value: unknown, at: At): Binning => {
  const keys = readKeys(value, at)
  const strategy = keys.get('strategy')
  if (strategy === 'bin-width') {
    const width = readWidth(keys.get('bin-width'), into(at, 'bin-width'))
    return { strategy, width }
  }
  const edges = readEdges(keys, at)
  if (strategy === 'default') return { strategy, ...edges }
  if (strategy !== 'num-bins')
    throw refuse(into(at, 'strategy'), 'Expected "num-bins", "bin-width" or "default".')
  return { strategy, count: readCount(keys.get('num-bins'), into(at, 'num-bins')), ...edges }
}
