import type { CompiledQuery } from '../ports/engine-driver.ts'

/** Where the values are that are asked about, by synced names. */
export type FieldPlace = {
  readonly schema: string
  readonly table: string
  readonly field: string
}

/** What the service itself asks of a field, in the language of one engine. */
export type FieldStatistics = {
  /** One column: the distinct values in their order, without null; `most` at the most. */
  distinctValues(place: FieldPlace, most: number): CompiledQuery
  /** One row: how many values there are, and how many distinct ones. No row means none. */
  counts(place: FieldPlace): CompiledQuery
}
