import { invalid } from '../../shared/kernel/refusal.ts'
import type { CompiledQuery } from '../../shared/ports/engine-driver.ts'
import { isMap, readKeys, readText, start } from './mbql/schema/clause.ts'

/*
 * Comments are skipped, so that a tag in one is left alone; quoted text is stepped over, so that
 * dashes in it do not start a comment, and looked into, because a tag counts there. Should an
 * engine see quotes otherwise, the SQL still reaches it as it was written: nothing is put into it.
 */
const pieces =
  /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|[^-/'"`]+|[\s\S]/g
const comment = /^(?:--|\/\*)/

const braced = /\{\{([^{}]*)\}\}/g
/** `name`, `#12-slug`, `snippet: name`; not `1,2`, which in braces is an array literal. */
const tagName = /^(?:snippet:.*|#?[\w. -]+)$/

const hasTag = (sql: string): boolean =>
  [...sql.matchAll(braced)].some(([, name = '']) => tagName.test(name.trim()))

const withoutComments = (sql: string): string =>
  (sql.match(pieces) ?? []).filter((piece) => !comment.test(piece)).join('')

/**
 * Reads the `native` member of a query: SQL that is run as it is, under any spelling of its keys.
 * @throws {Refusal} 400 when there is none, or when it has template tags.
 */
export const parseNative = (raw: unknown, path = 'native'): CompiledQuery => {
  const at = start(path)
  if (!isMap(raw)) throw invalid(path, 'A native query is an object with a "query".')
  const query = readKeys(raw, at).get('query')
  const field = `${path}.query`
  if (query === undefined) throw invalid(field, 'A native query needs its SQL.')
  const sql = readText(query, { ...at, path: field })
  if (sql.trim() === '') throw invalid(field, 'The SQL may not be empty.')
  if (sql.includes('{{') && hasTag(withoutComments(sql)))
    throw invalid(field, 'Template tags, {{…}}, are not supported yet.')
  return { sql, parameters: [] }
}
