import type { Client } from 'pg'
import type { Cell, CompiledQuery, ResultColumn } from '../../../shared/ports/engine-driver.ts'
import type { Batch } from '../result.ts'
import { type Decode, decoderOf } from './cells.ts'
import type { WireRow } from './row-decoder.ts'
import { fixedType, type PostgresType, typeFromCatalogue } from './types.ts'

/** What the server says of a column, as the pg package hands it on. */
export type WireField = { readonly name: string; readonly dataTypeID: number }

type Types = Map<number, PostgresType>

const typeOf = (oid: number, types: Types): PostgresType | undefined =>
  types.get(oid) ?? fixedType(oid)

/** Oids that must be looked up before the columns can be told. */
export const unknownOids = (fields: readonly WireField[], types: Types): readonly number[] => [
  ...new Set(fields.map((field) => field.dataTypeID).filter((oid) => !typeOf(oid, types))),
]

export const typeLookup = (oids: readonly number[]): CompiledQuery => ({
  sql: `select t.oid::text, t.typname, t.typtype, t.typcategory, coalesce(e.typdelim, ','),
      e.oid::text, e.typname, e.typtype
    from pg_catalog.pg_type t
    left join pg_catalog.pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where t.oid = any ($1::oid[])`,
  parameters: [`{${oids.join(',')}}`],
})

/** Asks on a connection that is quiet. */
export const lookUpTypes = async (
  client: Client,
  oids: readonly number[],
): Promise<readonly WireRow[]> => {
  const { sql: text, parameters } = typeLookup(oids)
  const { rows } = await client.query<WireRow>({
    text,
    values: [...parameters],
    rowMode: 'array',
  })
  return rows
}

/** Notes what a lookup found; a type dropped meanwhile is remembered as unknown text. */
export const rememberTypes = (rows: readonly WireRow[], oids: readonly number[], types: Types) => {
  for (const [oid, name, kind, category, delimiter, element, elementName, elementKind] of rows) {
    const found = {
      oid: Number(oid),
      name: name ?? '',
      kind: kind ?? '',
      category: category ?? '',
      delimiter: delimiter ?? ',',
      element: element
        ? { oid: Number(element), name: elementName ?? '', kind: elementKind ?? '' }
        : undefined,
    }
    types.set(found.oid, typeFromCatalogue(found))
  }
  for (const oid of oids)
    if (!types.has(oid)) types.set(oid, { name: 'unknown', baseType: 'type/*', form: 'as-is' })
}

const unknown: PostgresType = { name: 'unknown', baseType: 'type/*', form: 'as-is' }

export const columnsOf = (fields: readonly WireField[], types: Types): readonly ResultColumn[] =>
  fields.map(({ name, dataTypeID }) => {
    const type = typeOf(dataTypeID, types) ?? unknown
    return { name, databaseType: type.name, baseType: type.baseType }
  })

/** Decodes rows in place: most columns need nothing, so only the others are touched. */
export const batchDecoder = (fields: readonly WireField[], types: Types) => {
  const decoders: (readonly [index: number, decode: Decode])[] = []
  for (const [index, { dataTypeID }] of fields.entries()) {
    const decode = decoderOf(typeOf(dataTypeID, types) ?? unknown)
    if (decode) decoders.push([index, decode])
  }
  return (rows: WireRow[]): Batch => {
    for (const [index, decode] of decoders)
      for (const row of rows) {
        const cell: Cell | undefined = row[index]
        if (typeof cell === 'string') row[index] = decode(cell)
      }
    return rows
  }
}
