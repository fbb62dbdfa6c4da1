import type { LabEngine } from '../../engine-lab.ts'
import type { Ledger } from '../../ledger-lab.ts'

/** Names for what is in the ledger. */
export type Names = Pick<Ledger, 'table' | 'field'>

/** SQL of each engine, or of all of them. */
export type Reference = string | { readonly [E in LabEngine]: string }

/** What the two engines that follow the standard say, and MariaDB. */
export const but = (mysql: string, standard: string): Reference => ({
  postgres: standard,
  h2: standard,
  mysql,
})

export const referenceOf = (reference: Reference, engine: LabEngine): string =>
  typeof reference === 'string' ? reference : reference[engine]

/** A condition or value of a row of `entries`, and the same in SQL. */
export type Case = readonly [name: string, of: (l: Names) => unknown, sql: Reference]

/** A question and the SQL that answers it. */
export type Whole = readonly [name: string, query: (l: Names) => object, sql: Reference]

export const id = (l: Names) => l.field('id')
export const word = (l: Names) => l.field('word')
export const n = (l: Names) => l.field('n')
export const m = (l: Names) => l.field('m')
export const price = (l: Names) => l.field('price')
export const ratio = (l: Names) => l.field('ratio')
export const at = (l: Names, unit?: string) =>
  l.field('at', unit === undefined ? null : { 'temporal-unit': unit })
export const day = (l: Names, unit?: string) =>
  l.field('due', unit === undefined ? null : { 'temporal-unit': unit })
export const flag = (l: Names) => l.field('flag')
