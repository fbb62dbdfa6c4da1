import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import { backupBytes } from '../backup/create.ts'
import { inspectBackup } from '../backup/inspect.ts'
import { version } from '../main/version.ts'
import { showBackup } from './backup-verify.ts'
import type { CliContext } from './context.ts'
import { intoFile } from './into-file.ts'
import { type OwnedLog, withOwnedLog } from './owned-log.ts'

const create = async (path: string, { pool, eventStore }: OwnedLog, context: CliContext) => {
  const { signal } = context
  const progress = context.startProgress(await eventStore.head())
  const source = {
    owner: pool,
    eventStore,
    release: version.tag,
    signal,
    onProgress: progress.at,
  }
  try {
    await intoFile(path, (sink) =>
      pipeline(Readable.from(backupBytes(source)), createGzip(), async (chunks) => {
        for await (const chunk of chunks) await sink(chunk)
      }),
    )
  } finally {
    progress.stop()
  }
  showBackup(path, await inspectBackup(path), context)
}

export const addCreate = (backup: Command, context: CliContext): void => {
  backup
    .command('create')
    .summary('writes a new file, while the service runs, and reads it back')
    .argument('<file>', 'e.g. /backups/2026-11-22.backup; only its owner may read it')
    .action((path: string) =>
      context.withOwner((owner) => withOwnedLog(owner, (log) => create(path, log, context))),
    )
}
