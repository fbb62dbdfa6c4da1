import { Code, type Document } from 'mongodb'

/** What only reads the collection it is asked of. Everything else is refused, also what is to come. */
const readingStages: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$densify',
  '$documents',
  '$facet',
  '$fill',
  '$geoNear',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$search',
  '$searchMeta',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
  '$vectorSearch',
])

/** These run code in the server. */
const codeOperators: ReadonlySet<string> = new Set(['$accumulator', '$function', '$where'])

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accounts, profiles and the like are in collections of such names. */
const collectionRefusal = (name: unknown): string | undefined => {
  if (typeof name !== 'string' || name === '')
    return 'A collection of the same database goes by its name.'
  return name.startsWith('system.')
    ? `The collection ${JSON.stringify(name)} is the server's own.`
    : undefined
}

type Within = {
  readonly collections: readonly unknown[]
  readonly pipelines: readonly unknown[]
}

const given = (...values: readonly unknown[]) => values.filter((value) => value !== undefined)

/** What a stage reads besides the documents that come to it. */
const stagesWithin: Readonly<Record<string, (body: unknown) => Within>> = {
  $lookup: (body) =>
    isDocument(body)
      ? { collections: given(body.from), pipelines: given(body.pipeline) }
      : { collections: [], pipelines: [] },
  $graphLookup: (body) => ({ collections: [isDocument(body) && body.from], pipelines: [] }),
  $unionWith: (body) =>
    isDocument(body)
      ? {
          collections: body.db === undefined ? given(body.coll) : [body],
          pipelines: given(body.pipeline),
        }
      : { collections: [body], pipelines: [] },
  $facet: (body) => ({ collections: [], pipelines: isDocument(body) ? Object.values(body) : [] }),
}

const stageRefusal = (stage: unknown): string | undefined => {
  const [name, ...others] = isDocument(stage) ? Object.keys(stage) : []
  if (!isDocument(stage) || name === undefined || others.length > 0)
    return 'Each stage of a pipeline is an object with one key, like {"$match": {}}.'
  if (!readingStages.has(name)) return `The stage ${JSON.stringify(name)} cannot be used here.`
  const within = stagesWithin[name]?.(stage[name])
  return (
    firstRefusal(within?.collections ?? [], collectionRefusal) ??
    firstRefusal(within?.pipelines ?? [], pipelineRefusal)
  )
}

const firstRefusal = (
  values: readonly unknown[],
  refusalOf: (value: unknown) => string | undefined,
): string | undefined => {
  for (const value of values) {
    const refusal = refusalOf(value)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const pipelineRefusal = (pipeline: unknown): string | undefined =>
  Array.isArray(pipeline) ? firstRefusal(pipeline, stageRefusal) : 'A pipeline is a list of stages.'

/** Wherever they stand: also where the server would take them for a plain key. */
const codeRefusal = (value: unknown): string | undefined => {
  if (value instanceof Code) return 'Code cannot be used here.'
  if (Array.isArray(value)) return firstRefusal(value, codeRefusal)
  if (!isDocument(value)) return undefined
  const operator = Object.keys(value).find((key) => codeOperators.has(key))
  if (operator !== undefined) return `The operator "${operator}" cannot be used here.`
  return firstRefusal(Object.values(value), codeRefusal)
}

/**
 * Why a pipeline may not run, or undefined. There are no read-only transactions to run it in: it is
 * kept from writing, from running code, and from what is not the database's data, by what it says.
 */
export const refusalOf = (collection: unknown, pipeline: unknown): string | undefined =>
  collectionRefusal(collection) ?? pipelineRefusal(pipeline) ?? codeRefusal(pipeline)
