import { Aggregator } from 'mingo/aggregator'
import { cellOf } from '../../infra/engines/mongo/values.ts'
import { exportCaps } from '../../query-service/engine/limits.ts'
import type { Catalogue } from '../../query-service/engine/mbql/catalogue.ts'
import { type CompileOptions, compileMbql } from '../../query-service/engine/mbql/compile.ts'
import { cellReader } from '../../query-service/engine/shape/cell-reader.ts'
import type { JsonRow } from '../../query-service/engine/shape/rows.ts'
import { timeZone } from '../../query-service/engine/shape/time-zone.ts'
import { mongoOperators } from './mongo-operators.ts'

export type Document = Readonly<Record<string, unknown>>
export type Collections = Readonly<Record<string, readonly Document[]>>

type Member = (value: unknown) => unknown

/** Values as documents in memory have them: all numbers are of one kind there. */
const values: Readonly<Record<string, Member>> = {
  $date: (text) => new Date(String(text)),
  $numberLong: Number,
  $numberDecimal: Number,
  $oid: (hex) => `ObjectId ${hex}`,
}

const decode = (_: string, value: unknown): unknown => {
  const [key = '', ...others] = Object.keys(Object(value))
  const make = others.length === 0 && !Array.isArray(value) ? values[key] : undefined
  return make ? make(Object(value)[key]) : value
}

export type PipelineLab = {
  readonly catalogue: Catalogue
  ask(mbql: unknown, options?: Partial<CompileOptions>): Promise<readonly JsonRow[]>
}

const run = (collections: Collections, text: string): readonly Document[] => {
  const { collection, pipeline } = JSON.parse(text, decode)
  const documentsOf = (name: string) =>
    (collections[name] ?? []).map((document) => ({ ...document }))
  const options = { context: mongoOperators, collectionResolver: documentsOf }
  return new Aggregator(pipeline, options).run(documentsOf(collection)) as readonly Document[]
}

/** Compiles structured queries for MongoDB and runs them over documents in this process. */
export const openPipelineLab = (catalogue: Catalogue, collections: Collections): PipelineLab => ({
  catalogue,
  ask: async (mbql, options = {}) => {
    const { compiled } = compileMbql(mbql, catalogue, { maxRows: exportCaps, ...options })
    const zone = timeZone(options.timeZone ?? 'UTC')
    const columns = (compiled.columns ?? []).map(({ name, baseType }) => ({
      name,
      read: cellReader(baseType, zone),
    }))
    return run(collections, compiled.sql).map((document) =>
      columns.map(({ name, read }) => read(cellOf(document[name]))),
    )
  },
})
