import { randomUUID } from 'node:crypto'
import type { Json } from '../../../shared/kernel/json.ts'
import { isMap } from '../../../shared/kernel/raw.ts'
import type { ResolvedValue } from '../../../shared/sql/literal.ts'
import { invalidParameter, invalidTemplate } from '../../../shared/sql/template/problems.ts'
import { commandStatement } from '../mbql/pipeline/command-statement.ts'
import { type Context, type Run, unsupported } from '../mbql/pipeline/context.ts'
import { matching } from '../mbql/pipeline/match.ts'
import { placeOf } from '../mbql/pipeline/place.ts'
import type { Pipeline } from '../mbql/pipeline/source.ts'
import { lowerTerm } from '../mbql/pipeline/term.ts'
import { encode } from '../mbql/pipeline/value.ts'
import type { NativePart, ResolvedNative } from '../mbql/resolved.ts'
import type { Statement } from '../statement.ts'

/*
 * Values never become part of the text: each leaves a marker there that nobody can foresee, which
 * gives way to the value once the text has been parsed.
 */

/** Behind a dollar a text would be the name of a field or a variable, and no value. */
const checkText = ({ value }: ResolvedValue): void => {
  if (String(value).startsWith('$')) throw invalidParameter('A value may not begin with "$" here.')
}

/** By which days weeks begin is said of all that somebody wrote. */
type NativeRun = Run & Pick<ResolvedNative, 'weekStart'>

const contextOf = (run: NativeRun): Context => ({
  ...run,
  find: ({ name }) => placeOf(name),
})

type Markers = {
  /** Keeps what a marker stands for, and answers the marker. */
  readonly leave: (value: Json) => string
  /** What was meant by a text that was parsed. @throws {QueryProblem} */
  readonly resolve: (parsed: Json) => Json
}

const markers = (): Markers => {
  const nonce = randomUUID()
  const kept: Json[] = []
  const marker = new RegExp(`${nonce}:(\\d+);`, 'g')
  const resolve = (parsed: Json): Json => {
    if (typeof parsed === 'string') {
      const [whole, index = ''] = parsed.match(new RegExp(`^${marker.source}$`)) ?? []
      if (whole !== undefined) return kept[Number(index)] ?? null
      return parsed.replace(marker, (_, place) => String(kept[Number(place)]))
    }
    if (typeof parsed !== 'object' || parsed === null) return parsed
    if (Array.isArray(parsed)) return parsed.map(resolve)
    const entries = Object.entries(parsed)
    if (entries.some(([key]) => key.includes(nonce)))
      throw invalidTemplate('A tag cannot stand in the name of a key.')
    return Object.fromEntries(entries.map(([key, value]) => [key, resolve(value)]))
  }
  return { leave: (value) => `${nonce}:${kept.push(value) - 1};`, resolve }
}

const textOf = (part: NativePart, { leave }: Markers, run: NativeRun): string => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'values': {
      for (const value of part.values) checkText(value)
      if (part.quoted) return part.values.map(({ value }) => leave(String(value))).join(',')
      return part.values.map((value) => JSON.stringify(leave(encode(value, run.timeZone)))).join()
    }
    case 'condition':
      return JSON.stringify(leave(matching(part.condition, contextOf(run))))
    case 'term':
      return JSON.stringify(leave(lowerTerm(part.term, contextOf(run))))
    case 'rows':
      return unsupported('saved-questions-in-native-queries')
  }
}

type Stages = Pipeline['stages']

const stagesOf = (value: Json | undefined): Stages | undefined =>
  Array.isArray(value) && value.every(isMap) ? (value as Stages) : undefined

/** A list of stages, or an object that holds it beside the name of its collection. */
const pipelineOf = (parsed: Json, collection: string | undefined): Pipeline => {
  const keys: { readonly [key: string]: Json } = isMap(parsed) ? parsed : {}
  const name = typeof keys.collection === 'string' ? keys.collection : collection
  const stages = stagesOf(parsed) ?? stagesOf(keys.pipeline)
  if (!stages || name === undefined || name === '') throw expected()
  return { collection: name, stages }
}

const expected = () =>
  invalidTemplate('Expected JSON: a list of stages, and a "collection" beside it.')

const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw expected()
    throw error
  }
}

/**
 * A pipeline that somebody wrote, with what stands for its tags: values as EJSON, field filters as
 * what `$match` takes.
 * @throws {QueryProblem}
 */
export const bindPipeline = (native: ResolvedNative, outside: Run): Pipeline => {
  const { parts, collection, weekStart } = native
  const run = { ...outside, weekStart }
  const left = markers()
  const text = parts.map((part) => textOf(part, left, run)).join('')
  try {
    return pipelineOf(left.resolve(parse(text)), collection)
  } catch (error) {
    if (error instanceof RangeError) throw invalidTemplate('The pipeline is nested too deeply.')
    throw error
  }
}

/** The same as a statement. @throws {QueryProblem} @throws {Refusal} 400 for one too large to run */
export const pipelineStatement = (native: ResolvedNative, timeZone: string): Statement =>
  commandStatement(bindPipeline(native, { timeZone, variables: { next: 0 } }))
