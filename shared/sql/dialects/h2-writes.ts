import type { Json } from '../../kernel/json.ts'
import { type Fragment, join, raw, sql, wholeNumber } from '../fragment.ts'
import type { WriteForms } from '../write/forms.ts'

const digitsOfUuid = 32

/** Up to 16 bytes. H2 reads hex digits in the text of a program only, or in that of a UUID. */
const chunkOf = (hex: string): Fragment => {
  const all = sql`CAST(CAST(${hex.padEnd(digitsOfUuid, '0')} AS uuid) AS binary(16))`
  if (hex.length === digitsOfUuid) return all
  return sql`SUBSTRING(${all} FROM 1 FOR ${wholeNumber(hex.length / 2)})`
}

const bytes = (hex: string): Fragment => {
  const chunks = hex.match(new RegExp(`.{1,${digitsOfUuid}}`, 'g')) ?? ['']
  return join(chunks.map(chunkOf), raw(' || '))
}

/** The type is said because H2 remembers one of the length of the first value, and cuts the next. */
const element = (value: Json): Fragment => {
  if (Array.isArray(value)) return list(value)
  if (typeof value === 'object' && value !== null) return json(JSON.stringify(value))
  return sql`CAST(${value} AS varchar)`
}

const list = (values: readonly Json[]): Fragment =>
  sql`ARRAY[${join(values.map(element), raw(', '))}]`

/** Text alone would become a text in the document. */
const json = (text: string): Fragment => sql`CAST(${text} AS varchar) FORMAT JSON`

export const h2Writes: WriteForms = {
  json,
  bytes,
  list,
  returning: (insert, columns) => sql`SELECT ${columns} FROM FINAL TABLE (${insert})`,
}
