import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { bound } from '../../shared/contract/evidence.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { type Inspected, inspectBackup } from '../backup/inspect.ts'
import type { BackupManifest } from '../backup/manifest.ts'
import { restoreInto } from '../backup/restore.ts'
import { asOnlyRestore } from '../backup/restore-lock.ts'
import { type Settled, settle } from '../backup/settle.ts'
import type { Config } from '../config.ts'
import { keyFiles } from '../keys.ts'
import { withClient } from '../main/database/with-client.ts'
import { migrate } from '../migrations/migrate.ts'
import { assertWhole, settledLines } from './backup-report.ts'
import type { CliContext } from './context.ts'
import { withOwnedLog } from './owned-log.ts'
import type { Owner } from './owner.ts'

const boundOf = (text: string): Bound => {
  const { data, error } = bound.safeParse(text)
  if (data) return data
  throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? 'is not valid'}.`)
}

type Backup = { readonly path: string; readonly found: Inspected; readonly to?: Bound | undefined }

/** Fills an empty database, which is migrated first, and makes it fit to start on; one at a time. */
export const restoreAsOwner = (
  owner: Owner,
  { path, found, to }: Backup,
  context: Pick<CliContext, 'signal'>,
  onProgress: (position: bigint, events: number) => void = () => undefined,
): Promise<Settled> =>
  withClient(owner.connection, (client) =>
    asOnlyRestore(client, context.signal, (signal) =>
      withOwnedLog(
        owner,
        async ({ pool, store, target, eventStore }) => {
          const place = { owner: pool, store, target, signal }
          await restoreInto(place, { path, to, ...found }, onProgress)
          return settle({ eventStore, owner: pool, signal })
        },
        { prepare: async (pool) => void (await migrate(pool)) },
      ),
    ),
  )

/** What no backup has, and what the first start needs. */
const keyLine = ({ key_id }: BackupManifest, { database, dataDirectory }: Config): string => {
  const { present } = keyFiles(join(dataDirectory, 'keys'))
  const place = database ? 'the MASTER_KEY of every process' : `in ${present}, or MASTER_KEY`
  return `Before the first start, master key ${key_id} has to be ${place}: it is in no backup.`
}

const restore = async (owner: Owner, backup: Backup, context: CliContext): Promise<void> => {
  const progress = context.startProgress(BigInt(backup.found.manifest.position))
  const done = await restoreAsOwner(owner, backup, context, progress.at).finally(progress.stop)
  context.print(`${backup.path} is restored.`)
  for (const line of ['', ...settledLines(done)]) context.print(line)
  const { manifest } = backup.found
  if (manifest.key_id !== null)
    for (const line of ['', keyLine(manifest, context.config())]) context.print(line)
  assertWhole(done.missing)
}

export const addRestore = (backup: Command, context: CliContext): void => {
  backup
    .command('restore')
    .summary('into a new data directory or an empty database; with EVENTSTORE_URL, the log there')
    .argument('<file>')
    .option('--to <bound>', 'the log up to here only: a position or a time (not included)', boundOf)
    .action(async (path: string, { to }: { to?: Bound }) => {
      const found = await inspectBackup(path)
      await context.withOwner((owner) => restore(owner, { path, found, to }, context), {
        anew: true,
      })
    })
}
