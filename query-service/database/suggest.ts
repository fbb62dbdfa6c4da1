import type { FieldRow, TableRow } from '../../shared/views/database.ts'

type Suggestion = [name: string, kind: string]

const most = 50

const keywords = [
  'ALL',
  'AND',
  'AS',
  'ASC',
  'AVG',
  'BETWEEN',
  'BY',
  'CASE',
  'CAST',
  'COALESCE',
  'COUNT',
  'CROSS JOIN',
  'CURRENT_DATE',
  'CURRENT_TIMESTAMP',
  'DESC',
  'DISTINCT',
  'ELSE',
  'END',
  'EXCEPT',
  'EXISTS',
  'EXTRACT',
  'FALSE',
  'FROM',
  'FULL JOIN',
  'GROUP BY',
  'HAVING',
  'IN',
  'INNER JOIN',
  'INTERSECT',
  'INTERVAL',
  'IS NULL',
  'IS NOT NULL',
  'JOIN',
  'LEFT JOIN',
  'LIKE',
  'LIMIT',
  'MAX',
  'MIN',
  'NOT',
  'NULL',
  'NULLIF',
  'OFFSET',
  'ON',
  'OR',
  'ORDER BY',
  'OVER',
  'PARTITION BY',
  'RIGHT JOIN',
  'SELECT',
  'SUM',
  'THEN',
  'TRUE',
  'UNION',
  'UNION ALL',
  'USING',
  'VALUES',
  'WHEN',
  'WHERE',
  'WITH',
] as const

/** What stands between names in SQL. */
const separators = /[\s(),.;:=<>!+\-*/|&'"`[\]]+/

const startsWith = (name: string, typed: string) => name.toLowerCase().startsWith(typed)

/**
 * What a piece of SQL may go on with: tables, then columns, then keywords, at most 50. Half of the
 * room is kept for columns where both abound. Matching is plain text, whatever was typed.
 */
export const suggestCompletions = (
  typed: string,
  tables: readonly TableRow[],
  fields: readonly FieldRow[],
): Suggestion[] => {
  const wanted = typed.split(separators).at(-1)?.toLowerCase() ?? ''
  if (wanted === '') return []
  const tableName = new Map(tables.map((table) => [table.id, table.name]))
  const ofTables = tables
    .filter((table) => startsWith(table.name, wanted))
    .map((table): Suggestion => [table.name, 'Table'])
  const ofFields = fields
    .filter((field) => startsWith(field.name, wanted))
    .map((field): Suggestion => {
      const about = [tableName.get(field.table_id), field.base_type, field.semantic_type]
      return [field.name, about.filter((part) => part != null).join(' ')]
    })
  const ofKeywords = keywords
    .filter((keyword) => startsWith(keyword, wanted))
    .map((keyword): Suggestion => [keyword, 'Keyword'])
  const tableRoom = Math.max(most / 2, most - ofFields.length)
  return [...ofTables.slice(0, tableRoom), ...ofFields, ...ofKeywords].slice(0, most)
}
