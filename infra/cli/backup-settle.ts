import type { Command } from 'commander'
import { settle } from '../backup/settle.ts'
import { assertAlone } from '../event-copy/sessions.ts'
import { assertWhole, settledLines } from './backup-report.ts'
import type { CliContext } from './context.ts'
import { type OwnedLog, withOwnedLog } from './owned-log.ts'

const settleNow = async ({ pool, eventStore }: OwnedLog, context: CliContext): Promise<void> => {
  await assertAlone(pool)
  const progress = context.startProgress(await eventStore.head())
  const options = { eventStore, owner: pool, signal: context.signal, onProgress: progress.at }
  const done = await settle(options).finally(progress.stop)
  context.print('The database is fit to start on.')
  for (const line of ['', ...settledLines(done)]) context.print(line)
  assertWhole(done.missing)
}

export const addSettle = (backup: Command, context: CliContext): void => {
  backup
    .command('settle')
    .summary('after a restore by other means (point in time, snapshot), before the first start')
    .action(() =>
      context.withOwner((owner) => withOwnedLog(owner, (log) => settleNow(log, context))),
    )
}
