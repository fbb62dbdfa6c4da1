import type { PostgresType } from '../postgres/types.ts'

/** What H2 means by an oid, or writes, otherwise than PostgreSQL does; names are H2's own. */
export const h2Types: ReadonlyMap<number, PostgresType> = new Map([
  [17, { name: 'binary varying', baseType: 'type/*', form: 'escaped-bytes' }],
  [700, { name: 'real', baseType: 'type/Float', form: 'double' }],
  [701, { name: 'double precision', baseType: 'type/Float', form: 'double' }],
  [1700, { name: 'numeric', baseType: 'type/Decimal', form: 'digits' }],
])
