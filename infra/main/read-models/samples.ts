import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { keyText } from '../../../projections/runtime/memory-tables.ts'
import { foldPlainly } from '../../../projections/runtime/plain-fold.ts'
import type { TableVerdict } from '../../../shared/ports/projection-overview.ts'
import type { FedBuild } from '../../../shared/ports/projection-store.ts'
import type { View } from '../../../shared/views/view.ts'
import { schemaOf } from '../../read-models/ddl.ts'
import { type AnyRow, isSampled, type Sampling, sampledRows } from '../../read-models/sample.ts'
import { projectionCalled, type Watch, type Workshop } from './workshop.ts'

type Sample = NonNullable<TableVerdict['sample']>

/** About so many rows of each table are folded anew; of smaller tables all. */
const wanted = 500

/** No more places than these are told of a table. */
const mostWrong = 10

export type TableSample = {
  readonly view: View
  readonly sampling: Sampling
  readonly rows: readonly AnyRow[]
}

/** Draws rows of each table of a build. */
export const drawSamples = async (
  client: pg.ClientBase,
  build: FedBuild,
  views: readonly View[],
  rowsOf: (table: string) => number,
): Promise<readonly TableSample[]> => {
  const seed = randomBytes(8).toString('hex')
  const samples: TableSample[] = []
  for (const view of views) {
    const sampling = { seed, oneIn: Math.max(1, Math.ceil(rowsOf(view.name) / wanted)) }
    const rows = await sampledRows(client, schemaOf(build), view, sampling)
    samples.push({ view, sampling, rows })
  }
  return samples
}

/** A value as JSON with the keys of objects in order, which Postgres does not keep. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const wrongCells = ({ view, rows }: TableSample, folded: ReadonlyMap<string, AnyRow>) => {
  const found = new Map(rows.map((row) => [keyText(view, row), row]))
  return [...new Set([...found.keys(), ...folded.keys()])].flatMap((key) => {
    const [is, ought] = [found.get(key), folded.get(key)]
    if (!is || !ought) return [{ key, column: '(row)' }]
    return Object.keys(view.columns)
      .filter((column) => canonical(is[column]) !== canonical(ought[column]))
      .map((column) => ({ key, column }))
  })
}

/** Folds the sampled rows from the log by other means and compares them cell by cell. */
export const checkSamples = async (
  workshop: Workshop,
  build: FedBuild,
  samples: readonly TableSample[],
  watch: Watch,
): Promise<ReadonlyMap<string, Sample>> => {
  const samplings = new Map(samples.map(({ view, sampling }) => [view.name, sampling]))
  const { eventStore, personalData } = workshop
  let events = 0
  const folded = await foldPlainly({
    eventStore,
    personalData,
    projection: projectionCalled(workshop, build.projection),
    upTo: build.position,
    failures: build.failures,
    kept: (view, row) => {
      const sampling = samplings.get(view.name)
      return sampling !== undefined && isSampled(sampling, view, row)
    },
    onBatch: (position, count) => {
      events += count
      watch({ doing: 'folding', position, head: build.position, events })
    },
  })
  return new Map(
    samples.map((sample) => {
      const rows = folded.get(sample.view.name) ?? new Map<string, AnyRow>()
      const wrong = wrongCells(sample, rows).slice(0, mostWrong)
      return [sample.view.name, { rows: rows.size, wrong }]
    }),
  )
}
