import type { Document } from 'mongodb'
import { CommandError } from './command-error.ts'
import { type Resolve, runStages } from './stages.ts'
import type { Store } from './store.ts'

/** The answer to a pipeline: documents one at a time, after so many milliseconds. */
export type Answer = { readonly delayMs: number; next(): Document | undefined }

type Source = { readonly documents: readonly Document[]; readonly pipeline: readonly Document[] }

/** What stands behind a name: views end at a collection. */
const sourceOf = (store: Store, db: string, name: string): Source => {
  const found = store.collection(db, name)
  if ('documents' in found) return { documents: found.documents, pipeline: [] }
  const { documents, pipeline } = sourceOf(store, db, found.viewOn)
  return { documents, pipeline: [...pipeline, ...found.pipeline] }
}

/** Of the language of servers, only this is understood: how long a function sleeps. */
const sleepOf = (stage: Document): number => {
  const body = String(stage.$match?.$expr?.$function?.body ?? '')
  return Number(/\bsleep\((\d+)\)/.exec(body)?.[1] ?? 0)
}

const failed = (error: unknown): CommandError => {
  const said = error instanceof Error ? error.message : String(error)
  const isUnknown = /unregistered/.test(said)
  return isUnknown
    ? new CommandError(40_324, 'Location40324', `Unrecognized pipeline stage name: ${said}`)
    : new CommandError(2, 'BadValue', said)
}

const orFail = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof CommandError ? error : failed(error)
  }
}

const noOthers: Resolve = () => []

const answerOf = (
  documents: readonly Document[],
  stages: readonly Document[],
  resolve: Resolve,
): Answer => {
  const awake = stages.filter((stage) => sleepOf(stage) === 0)
  const iterator = orFail(() => runStages(documents, awake, resolve)[Symbol.iterator]())
  return {
    delayMs: stages.reduce((sum, stage) => sum + sleepOf(stage), 0),
    next: () =>
      orFail(() => {
        const { value, done } = iterator.next()
        return done ? undefined : value
      }),
  }
}

/** The answer to a pipeline over documents of the server's own making. */
export const aggregateOver = (documents: readonly Document[], pipeline: readonly Document[]) =>
  answerOf(documents, pipeline, noOthers)

export const aggregate = (
  store: Store,
  db: string,
  name: string,
  pipeline: readonly Document[],
): Answer => {
  const resolve: Resolve = (other) => {
    const source = sourceOf(store, db, other)
    return [...runStages(source.documents, source.pipeline, resolve)]
  }
  const source = sourceOf(store, db, name)
  return answerOf(source.documents, [...source.pipeline, ...pipeline], resolve)
}
