import {
  extractionUnits,
  type TemporalUnit,
  type TruncationUnit,
  truncationUnits,
} from '../../../../shared/sql/temporal-unit.ts'
import type { Bucket } from '../ast/reference.ts'
import { type At, readWord, wordMap } from './clause.ts'

const what = 'a temporal unit'
const temporalUnits = wordMap<TemporalUnit>([...truncationUnits, ...extractionUnits])
const buckets: ReadonlyMap<string, Bucket> = new Map<string, Bucket>([
  ...temporalUnits,
  ['default', 'default'],
])

/** Clients say `days` as well as `day`. */
const spans: ReadonlyMap<string, TruncationUnit> = new Map(
  truncationUnits.flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
)

/** @throws {Refusal} 400 */
export const readBucket = (value: unknown, at: At): Bucket => readWord(value, at, buckets, what)

/** @throws {Refusal} 400 */
export const readTemporalUnit = (value: unknown, at: At): TemporalUnit =>
  readWord(value, at, temporalUnits, what)

/** A unit that has a length. @throws {Refusal} 400 */
export const readSpan = (value: unknown, at: At): TruncationUnit =>
  readWord(value, at, spans, 'a unit of time')
