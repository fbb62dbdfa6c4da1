import type { Command } from 'commander'
import type pg from 'pg'
import { assertRestored } from '../backup/restore-mark.ts'
import type { Exchange } from '../key-rotation/exchange.ts'
import { rotateKeys } from '../key-rotation/rotate.ts'
import { prepareGiven } from '../main/given-storage.ts'
import { migrate } from '../migrations/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { keyExchange } from './key-exchange.ts'
import { type Served, servedBy } from './served.ts'

type RotateOptions = { readonly newEvidenceKey?: true; readonly yes?: true }

const inWords = ({ role, mark, address }: Served['processes'][number]): string =>
  `${role} ${mark}${address === undefined ? '' : ` at ${address}`}`

/**
 * Processes that know the old key alone can neither read nor log in once the new one is there.
 * @throws {StartupProblem} that names those of which this is known
 */
const areTold = async (
  { config, note, confirm }: CliContext,
  pool: pg.Pool,
  { to: { keyId } }: Exchange,
  saidBefore: boolean,
): Promise<boolean> => {
  const { processes, unnamed } = await servedBy(config(), pool)
  const untold = processes.filter(({ keyIds }) => !keyIds.includes(keyId))
  if (untold.length > 0)
    throw new StartupProblem(
      `${untold.length} of ${processes.length} connected processes do not hold key ${keyId}: ` +
        `${untold.map(inWords).join(', ')}. Start them again with MASTER_KEY_NEW beside ` +
        'MASTER_KEY, or stop them: docs/keys.md, step 1.',
    )
  if (processes.length > 0) note(`Connected processes, all of which hold it: ${processes.length}.`)
  if (saidBefore || unnamed.length === 0) return true
  note(
    `Others are connected that do not say which keys they hold (${unnamed.join(', ')}). A process ` +
      'that was not started with MASTER_KEY_NEW beside MASTER_KEY is shut out: docs/keys.md, step 1.',
  )
  return confirm('Was every one of them started with MASTER_KEY_NEW?')
}

const rotate = async (
  context: CliContext,
  { newEvidenceKey, yes }: RotateOptions,
): Promise<void> => {
  const { print, note, log, signal } = context
  const config = context.config()
  await context.withOwner(async ({ connection }) => {
    const pool = openPool({ ...connection, max: 2 }, () => undefined)
    try {
      await assertRestored(pool)
      const exchange = await keyExchange(config, pool)
      if (!(await areTold(context, pool, exchange, yes === true)))
        return print('Nothing was changed.')
      await migrate(pool)
      let done = 0
      let bar: ReturnType<CliContext['startProgress']> | undefined
      const { resealed, unreadable } = await rotateKeys({
        ...exchange,
        pool,
        signal,
        anew: newEvidenceKey ? ['evidence'] : [],
        onProgress: {
          total: (count) => {
            bar = context.startProgress(BigInt(count))
          },
          done: (count) => {
            done += count
            bar?.at(BigInt(done), done)
          },
        },
      }).finally(() => bar?.stop())
      for (const place of unreadable)
        note(`Nobody can read what is stored as ${place}, before as after: it was damaged.`)
      const { database } = config
      if (database?.adminUrl !== undefined)
        await prepareGiven(
          { ...config, database, masterKey: config.newMasterKey, newMasterKey: undefined },
          log,
        )
      const kept = exchange.settle()
      print(`Secrets sealed anew: ${resealed}. Key ${exchange.to.keyId} is the master key now.`)
      print(`Nothing is sealed under key ${exchange.from.keyId} any more, and nothing can be.`)
      print(kept)
    } finally {
      await pool.end()
    }
  })
}

/** The master key and what hangs on it. */
export const addKeys = (program: Command, context: CliContext): void => {
  program
    .command('keys')
    .description('The master key, from which all others follow.')
    .command('rotate')
    .summary('exchange the master key and seal every secret anew')
    .description(
      'Exchanges the master key. Where it comes from the environment, MASTER_KEY_NEW says the next ' +
        'one, for this command and for every process before; where it was generated, the next one ' +
        'is generated as well, and no service may run meanwhile. Interrupted, run it again.',
    )
    .option('--new-evidence-key', 'sign evidence with a new key as well, which has to be published')
    .option('--yes', 'do not ask about those that do not say which keys they hold')
    .action((options: RotateOptions) => rotate(context, options))
}
