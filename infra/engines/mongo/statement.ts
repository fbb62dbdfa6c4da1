import { BSON, type Document } from 'mongodb'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { messageOf } from '../connect.ts'
import { isDocument, refusalOf } from './reading-pipeline.ts'

export type MongoStatement = {
  readonly collection: string
  readonly pipeline: readonly Document[]
}

/** Numbers keep their kinds: `1` is a 32-bit integer, `{"$numberDouble": "1"}` is not. */
const parse = (text: string): unknown => {
  try {
    return BSON.EJSON.parse(text, { relaxed: false })
  } catch (error) {
    throw new QueryProblem('db', `The query is no valid JSON: ${messageOf(error)}`)
  }
}

/** @throws {QueryProblem} for what is no pipeline, or one that does more than read. */
export const readStatement = (text: string): MongoStatement => {
  const parsed = parse(text)
  if (!isDocument(parsed))
    throw new QueryProblem('db', 'A query is an object with a "collection" and a "pipeline".')
  const { collection, pipeline } = parsed
  const refusal = refusalOf(collection, pipeline)
  if (refusal !== undefined) throw new QueryProblem('db', refusal)
  return { collection, pipeline }
}
