import { type Command, Option } from 'commander'
import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { assertRestored } from '../backup/restore-mark.ts'
import { type CopyTarget, copyInto, copyIntoPostgres } from '../event-copy/copy-target.ts'
import { LogCopy } from '../event-copy/log-copy.ts'
import type { LogSum } from '../event-copy/log-sum.ts'
import { moveToEventStoreDb, moveToPostgres, withWriteStop } from '../event-copy/move-home.ts'
import { assertAlone, copyName } from '../event-copy/sessions.ts'
import { continuedLog } from '../event-store/continued-log.ts'
import { type LogStore, logHome, readSeam } from '../event-store/log-home.ts'
import { postgresEventStore } from '../event-store/postgres/event-store.ts'
import { openPool } from '../postgres/pool.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import type { Owner } from './owner.ts'
import { patiently } from './patiently.ts'

const names: Record<LogStore, string> = { postgres: 'Postgres', eventstoredb: 'EventStoreDB' }

type Options = {
  readonly from: LogStore
  readonly to: LogStore
  readonly follow?: true
  readonly switch?: true
}

type Sides = { readonly source: EventStore; readonly target: CopyTarget; close(): Promise<void> }

const openSides = (
  { connection, openEventStoreDb }: Owner,
  pool: pg.Pool,
  from: LogStore,
): Sides => {
  if (!openEventStoreDb)
    throw new StartupProblem('Set EVENTSTORE_URL, which says where EventStoreDB is.')
  const eventStoreDb = openEventStoreDb()
  const postgres = postgresEventStore({ pool, listen: connection })
  const close = async () => {
    await postgres.close()
    await eventStoreDb.close()
  }
  return from === 'postgres'
    ? { source: postgres, target: copyInto(eventStoreDb), close }
    : {
        source: continuedLog(eventStoreDb, () => readSeam(pool)),
        target: copyIntoPostgres(postgres, pool),
        close,
      }
}

const assertDirection = async (pool: pg.Pool, { from, to }: Options): Promise<void> => {
  if (from === to) throw new StartupProblem('--from and --to name the same store.')
  await assertRestored(pool)
  const home = await logHome(pool)
  if (home !== from) throw new StartupProblem(`The log is in ${names[home]}: copy --from ${home}.`)
}

const summary = ({ events, streams, digest }: LogSum): string =>
  `${events} events of ${streams} streams are equal in both, in the same order ` +
  `(SHA-256 ${digest.slice(0, 16)}…).`

/** Everything there is by now, and that it arrived. */
const copyAll = async (copy: LogCopy, context: CliContext): Promise<LogSum> => {
  await patiently(() => copy.advance(), context)
  return patiently(() => copy.confirm(), context)
}

const follow = async (copy: LogCopy, source: EventStore, context: CliContext): Promise<void> => {
  context.note('Following what is recorded, until Ctrl-C. To move: the same with --switch.')
  const { signal } = context
  await patiently(() => copy.follow(source, signal), context)
}

/** The last events, and from then on the other store, while nobody can write. */
const switchOver = async (
  copy: LogCopy,
  source: EventStore,
  pool: pg.Pool,
  { from, to }: Options,
  context: CliContext,
): Promise<void> => {
  const began = performance.now()
  const finish = async () => {
    const sum = await copyAll(copy, context)
    if (from === 'eventstoredb') await moveToPostgres(pool, source, copy.ends.source)
    else await moveToEventStoreDb(pool, { original: copy.ends.source, native: copy.ends.target })
    return sum
  }
  const sum = from === 'eventstoredb' ? await finish() : await withWriteStop(pool, finish)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  context.print(summary(sum))
  context.print(
    from === 'postgres'
      ? `The log is in ${names[to]} now, after a stop of writes of ${seconds} s. Start every process ` +
          'with EVENTSTORE_URL: those without it answer 503 to writes, and do not start again.'
      : `The log is in ${names[to]} now (${seconds} s). Start every process without EVENTSTORE_URL.`,
  )
}

const copyLog = async (given: Owner, options: Options, context: CliContext): Promise<void> => {
  const owner = { ...given, connection: { ...given.connection, application_name: copyName } }
  const pool = openPool({ ...owner.connection, max: 3 }, () => undefined)
  let sides: Sides | undefined
  try {
    await assertDirection(pool, options)
    if (options.switch && options.from === 'eventstoredb') await assertAlone(pool)
    sides = openSides(owner, pool, options.from)
    const progress = context.startProgress(await sides.source.head())
    const copy = new LogCopy({ ...sides, signal: context.signal, onProgress: progress.at })
    try {
      await copy.resume()
      context.print(summary(await copyAll(copy, context)))
    } finally {
      progress.stop()
    }
    if (options.follow) await follow(copy, sides.source, context)
    if (options.switch) await switchOver(copy, sides.source, pool, options, context)
  } finally {
    await sides?.close()
    await pool.end()
  }
}

const store = (flag: string, what: string) =>
  new Option(`${flag} <store>`, what).choices(Object.keys(names)).makeOptionMandatory()

export const addCopy = (events: Command, context: CliContext): void => {
  events
    .command('copy')
    .summary('the whole log into another store (EVENTSTORE_URL), with the proof that it arrived')
    .addOption(store('--from', 'the store that holds the log'))
    .addOption(store('--to', 'the store it is copied into'))
    .option('--follow', 'go on with what is recorded meanwhile, until Ctrl-C')
    .option('--switch', 'at the end, stop writes and let the other store be the log from then on')
    .action((options: Options) => context.withOwner((owner) => copyLog(owner, options, context)))
}
