import { Aggregator } from 'mingo/aggregator'
import { BSON, type Document } from 'mongodb'
import { mongoOperators as context } from '../mongo-operators.ts'

export type Resolve = (name: string) => Document[]

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && Object.getPrototypeOf(value ?? 0) === Object.prototype

/** mingo knows regular expressions of the language, and none of the wire. */
const readable = (value: unknown): unknown => {
  if (value instanceof BSON.BSONRegExp) return new RegExp(value.pattern, value.options)
  if (Array.isArray(value)) return value.map(readable)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]))
}

/** mingo copies a list for each of its values; this does not. */
function* unwound(documents: Iterable<Document>, field: string): Iterable<Document> {
  for (const document of documents) {
    const value = document[field]
    if (Array.isArray(value)) for (const item of value) yield { ...document, [field]: item }
    else if (value !== null && value !== undefined) yield document
  }
}

/** mingo would read on to the end of its source. */
function* limited(documents: Iterable<Document>, most: number): Iterable<Document> {
  let count = 0
  for (const document of documents) {
    yield document
    count += 1
    if (count === most) return
  }
}

/** Stages that are better not left to mingo; the others are undefined. */
const ownStage = (
  stage: Document,
): ((documents: Iterable<Document>) => Iterable<Document>) | undefined => {
  const [, field] = /^\$([^.$]+)$/.exec(String(stage.$unwind)) ?? []
  if (field !== undefined) return (documents) => unwound(documents, field)
  const limit = stage.$limit
  return typeof limit === 'number' ? (documents) => limited(documents, limit) : undefined
}

/** Runs stage after stage, document by document where a stage can. */
export const runStages = (
  documents: Iterable<Document>,
  stages: readonly Document[],
  collectionResolver: Resolve,
): Iterable<Document> => {
  const place = stages.findIndex((stage) => ownStage(stage))
  const [own, before] = [stages[place], place < 0 ? stages : stages.slice(0, place)]
  const so = before.length === 0 ? documents : stream(documents, before, collectionResolver)
  const next = own && ownStage(own)
  return next ? runStages(next(so), stages.slice(place + 1), collectionResolver) : so
}

const stream = (
  documents: Iterable<Document>,
  stages: readonly Document[],
  collectionResolver: Resolve,
): Iterable<Document> => {
  const iterator = new Aggregator(stages.map(readable) as Document[], {
    collectionResolver,
    context,
  }).stream(documents)
  return {
    [Symbol.iterator]: () => ({
      next: () => {
        const { value, done } = iterator.next()
        return done ? { done: true, value: undefined } : { done: false, value: value as Document }
      },
    }),
  }
}
