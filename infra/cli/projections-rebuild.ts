import type { Command } from 'commander'
import { ensureReadModels, type Rebuilt, rebuildReadModels } from '../main/read-models.ts'
import { activeSchema } from '../read-models/ddl.ts'
import type { TableDigest } from '../read-models/digest.ts'
import { fingerprintOf } from '../read-models/swap.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { failureTable } from './failure-table.ts'
import type { Data } from './open-data.ts'
import { textTable } from './text-table.ts'

const about = [
  'Build the read models anew from the first event of the log.',
  [
    'The new ones are built beside those in use, brought to the same position, compared with them',
    'byte for byte, and then take their place in one step. The service may run meanwhile.',
    'Ctrl-C before the end leaves everything as it was.',
  ].join(' '),
  [
    'Ends with 0 only when old and new are equal, or when an earlier release had shaped the old',
    'ones differently, so that there is nothing to compare.',
  ].join(' '),
].join('\n\n')

/** How Postgres says that somebody held a table for longer than the exchange may wait. */
const lockNotAvailable = '55P03'

const hasLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === lockNotAvailable

const runRebuild = async (data: Data, context: CliContext): Promise<Rebuilt | undefined> => {
  const { pool } = data.storage
  const progress = context.startProgress(await data.adapters.eventStore.head())
  const dependencies = {
    pool,
    ...data.adapters,
    onProgress: ({ position, events }: { position: bigint; events: number }) => {
      context.signal.throwIfAborted()
      progress.at(position, events)
    },
  }
  try {
    if ((await fingerprintOf(pool, activeSchema)) === undefined) {
      await ensureReadModels(dependencies)
      return undefined
    }
    const rebuilt = await rebuildReadModels(dependencies)
    if (rebuilt) return rebuilt
    throw new StartupProblem('Another rebuild is under way. Wait for it to end.')
  } catch (error) {
    if (!hasLockTimeout(error)) throw error
    throw new StartupProblem(
      'Somebody read from the read models for too long, so they could not be exchanged. ' +
        'Nothing was changed; try again.',
    )
  } finally {
    progress.stop()
  }
}

const short = (hash: string): string => hash.slice(0, 12) || '(empty)'

const comparisonTable = ({ before, after }: Rebuilt): readonly string[] => {
  const earlier = new Map<string, TableDigest>(before?.map((digest) => [digest.table, digest]))
  return textTable(
    [
      { title: 'read model' },
      { title: 'rows', align: 'right' },
      { title: 'hash before' },
      { title: 'hash after' },
      { title: '' },
    ],
    after.map(({ table, rows, hash }) => {
      const old = earlier.get(table)
      const verdict = old && (old.hash === hash ? 'equal' : `different (${old.rows} rows before)`)
      return [table, String(rows), old ? short(old.hash) : '–', short(hash), verdict ?? 'new shape']
    }),
  )
}

const closing: Record<Rebuilt['verdict'], string> = {
  equal: 'The rebuilt read models are equal to those before, byte for byte.',
  'other-shape':
    'The read models before had another shape, so there was nothing to compare. The new ones are in use.',
  different: 'The rebuilt read models differ from those before. The new ones are in use.',
}

const leftBehind = (failures: number): string =>
  failures === 0
    ? ''
    : ` That was to be expected: ${failures} stream(s) had been left behind and were read again.`

const rebuild = async (data: Data, context: CliContext): Promise<void> => {
  const { projectionStore } = data.adapters
  const earlier = await projectionStore.failures().catch(() => [])
  const began = performance.now()
  const rebuilt = await runRebuild(data, context)
  const seconds = (performance.now() - began) / 1_000
  const failures = await projectionStore.failures()
  if (!rebuilt) {
    context.print('There were no read models; they have been built.')
    return
  }
  for (const line of comparisonTable(rebuilt)) context.print(line)
  context.print('')
  context.print(
    `${rebuilt.events} events in ${seconds.toFixed(1)} s, up to position ${rebuilt.position}.`,
  )
  for (const line of failureTable(failures)) context.print(line)
  const { verdict } = rebuilt
  if (verdict === 'different')
    throw new StartupProblem(closing.different + leftBehind(earlier.length))
  context.print(closing[verdict])
}

export const addRebuild = (projections: Command, context: CliContext): void => {
  projections
    .command('rebuild')
    .summary('build the read models anew and compare')
    .description(about)
    .action(() => context.withData((data) => rebuild(data, context)))
}
