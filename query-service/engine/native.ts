import { invalid } from '../../shared/kernel/refusal.ts'
import { into, isMap, readKeys, readText, start } from './mbql/schema/clause.ts'
import { readTags, type Tags } from './native/tags.ts'

/** A query in its engine's own language: its text, and what the `{{tags}}` in it are. */
export type NativeQuery = {
  readonly text: string
  readonly tags: Tags
  /** What the text is about, where it does not say so itself (MongoDB). */
  readonly collection?: string
}

/**
 * Reads the `native` member of a query under any spelling of its keys. The text is not looked into:
 * what is a tag in it depends on its language.
 * @throws {Refusal} 400 when there is no text, or when a tag is badly defined.
 */
export const parseNative = (raw: unknown, path = 'native'): NativeQuery => {
  const at = start(path)
  if (!isMap(raw)) throw invalid(path, 'A native query is an object with a "query".')
  const keys = readKeys(raw, at)
  const query = keys.get('query')
  const field = into(at, 'query')
  if (query === undefined) throw invalid(field.path, 'A native query needs its text.')
  const text = readText(query, field)
  if (text.trim() === '') throw invalid(field.path, 'A native query may not be empty.')
  const collection = keys.get('collection')
  return {
    text,
    tags: readTags(keys.get('template-tags'), into(at, 'template-tags')),
    ...(typeof collection === 'string' ? { collection } : {}),
  }
}
