import { bindPipeline } from '../../native/pipeline.ts'
import type { Resolved, ResolvedSource } from '../resolved.ts'
import { binStages } from './bins.ts'
import type { Run } from './context.ts'
import type { Stage } from './expression.ts'
import { keyByName } from './keys.ts'
import { type Place, placeOf } from './place.ts'

/** Documents of a collection, put through stages. */
export type Pipeline = { readonly collection: string; readonly stages: readonly Stage[] }

export type OpenSource = Pipeline & {
  /** Where a document has a column, `within` one of its members or by itself. */
  readonly place: (name: string, within?: string) => Place
}

type BuildQuery = (query: Resolved, run: Run) => Pipeline

const nested = (query: Resolved, run: Run, build: BuildQuery): OpenSource => {
  const pipeline = build(query, run)
  if (!query.columns) return { ...pipeline, place: placeOf }
  const keys = keyByName(query.columns)
  return { ...pipeline, place: (name, within) => placeOf(keys.get(name) ?? name, within) }
}

export const openSource = (source: ResolvedSource, run: Run, build: BuildQuery): OpenSource => {
  switch (source.kind) {
    case 'table':
      return { collection: source.table.name, stages: [], place: placeOf }
    case 'query':
      return nested(source.query, run, build)
    case 'native':
      return { ...bindPipeline(source, run), place: placeOf }
    case 'bins':
      return { collection: source.table.name, stages: binStages(source), place: placeOf }
  }
}
