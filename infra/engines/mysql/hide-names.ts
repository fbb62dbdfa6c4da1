import type { WireField } from './types.ts'

/**
 * The package compiles a row parser out of the column names, and refuses some (`__proto__`). Rows
 * are arrays here, so it gets harmless ones: nothing a server or a query says becomes code.
 */
export const hideNames = (fields: WireField[]): void => {
  for (const [index, field] of fields.entries()) field.name = `column${index}`
}
