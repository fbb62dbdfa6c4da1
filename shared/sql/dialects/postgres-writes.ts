import type { Json } from '../../kernel/json.ts'
import { sql } from '../fragment.ts'
import type { WriteForms } from '../write/forms.ts'

/** One element of the text of an array; in quotes, nothing but a backslash has a meaning. */
const elementText = (value: Json): string => {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return arrayText(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const arrayText = (values: readonly Json[]): string => `{${values.map(elementText).join(',')}}`

export const postgresWrites: WriteForms = {
  json: (text) => sql`${text}`,
  bytes: (hex) => sql`${`\\x${hex}`}`,
  list: (values) => sql`${arrayText(values)}`,
  returning: (insert, columns) => sql`${insert} RETURNING ${columns}`,
}
