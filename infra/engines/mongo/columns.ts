import type { Document } from 'mongodb'
import type { ResultColumn } from '../../../shared/ports/engine-driver.ts'
import { isDocument } from './reading-pipeline.ts'
import { typeLearner } from './value-types.ts'

const isLeftOut = (value: unknown): boolean => Number(value) === 0 || value === false

const keysOfProject = (body: Document): readonly string[] => {
  const keys = Object.keys(body).filter((key) => key !== '_id' && !isLeftOut(body[key]))
  return isLeftOut(body._id ?? 1) ? keys : ['_id', ...keys]
}

/** The keys a pipeline's last stage gives its documents, where it says them all. */
export const keysOf = (pipeline: readonly Document[]): readonly string[] | undefined => {
  const last = pipeline.at(-1)
  if (isDocument(last?.$project)) return keysOfProject(last.$project)
  return isDocument(last?.$replaceWith) ? Object.keys(last.$replaceWith) : undefined
}

/** Documents that are keyed by ids would have no end of columns. */
const mostColumns = 1_000

/** Keys in the order they first appear in, but `_id` before all others. */
const keysIn = (documents: readonly Document[]): readonly string[] => {
  const keys = new Set<string>()
  for (const document of documents) for (const key of Object.keys(document)) keys.add(key)
  const ordered = keys.delete('_id') ? ['_id', ...keys] : [...keys]
  return ordered.slice(0, mostColumns)
}

/** The columns of an answer by its first documents, whose values tell their types. */
export const columnsOf = (
  documents: readonly Document[],
  keys: readonly string[] = keysIn(documents),
): readonly ResultColumn[] =>
  keys.map((name) => {
    const learner = typeLearner()
    for (const document of documents) learner.see(valueAt(document, name))
    return { name, ...learner.type() }
  })

/** Documents have keys of their own only: `constructor` is none unless it is one. */
export const valueAt = (document: Document, key: string): unknown =>
  Object.hasOwn(document, key) ? document[key] : undefined
