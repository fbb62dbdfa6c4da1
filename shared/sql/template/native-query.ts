import { isMap, keysOf, textOf } from '../../kernel/raw.ts'
import { invalid } from '../../kernel/refusal.ts'
import { readTags, type Tags } from './tags.ts'

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
  if (!isMap(raw)) throw invalid(path, 'A native query is an object with a "query".')
  const keys = keysOf(raw, path)
  const query = keys.get('query')
  const field = `${path}.query`
  if (query === undefined) throw invalid(field, 'A native query needs its text.')
  const text = textOf(query, field)
  if (text.trim() === '') throw invalid(field, 'A native query may not be empty.')
  const collection = keys.get('collection')
  return {
    text,
    tags: readTags(keys.get('template-tags'), `${path}.template-tags`),
    ...(typeof collection === 'string' ? { collection } : {}),
  }
}
