import type { Document } from 'mongodb'
import type { CatalogueField } from '../../../shared/ports/engine-driver.ts'
import { type TypeLearner, typeLearner } from './value-types.ts'
import { isPlainDocument } from './values.ts'

/** `a.b.c` is the deepest name of a field. */
const mostDepth = 3
/** Documents that are keyed by ids would have no end of them. */
const mostFields = 1_000

/** A path cannot say a name with a dot, and takes one with a dollar for something else. */
const hasPath = (key: string): boolean => key !== '' && !key.includes('.') && !key.startsWith('$')

const usualKey: CatalogueField = {
  name: '_id',
  position: 1,
  databaseType: 'objectid',
  baseType: 'type/Text',
  nullable: false,
  primaryKey: true,
  description: null,
}

type Known = { readonly type: TypeLearner; readonly inner: Map<string, Known> }

/** Learns from documents what fields a collection has; those within documents follow theirs. */
export const fieldLearner = () => {
  const known = new Map<string, Known>()
  let count = 0

  const see = (document: Document, fields: Map<string, Known>, depth: number): void => {
    for (const [key, value] of Object.entries(document)) {
      let field = fields.get(key)
      if (!field) {
        if (count >= mostFields || !hasPath(key)) continue
        count += 1
        field = { type: typeLearner(), inner: new Map() }
        fields.set(key, field)
      }
      field.type.see(value)
      if (depth < mostDepth && isPlainDocument(value)) see(value, field.inner, depth + 1)
    }
  }

  const list = (fields: ReadonlyMap<string, Known>, path: string, into: CatalogueField[]): void => {
    for (const [key, { type, inner }] of fields) {
      const name = path + key
      const isKey = name === usualKey.name
      into.push({
        ...usualKey,
        ...type.type(),
        name,
        position: into.length + 1,
        nullable: !isKey,
        primaryKey: isKey,
      })
      list(inner, `${name}.`, into)
    }
  }

  return {
    see: (document: Document) => see(document, known, 1),
    /** Every document has an `_id`, and it comes first: an ObjectId unless another was seen. */
    fields: (): readonly CatalogueField[] => {
      if (known.size === 0) return [usualKey]
      const id = known.get('_id')
      const others = [...known].filter(([key]) => key !== '_id')
      const into: CatalogueField[] = []
      if (id) list(new Map([['_id', id]]), '', into)
      list(new Map(others), '', into)
      return into
    },
  }
}
