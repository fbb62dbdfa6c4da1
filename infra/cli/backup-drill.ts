import type { Command } from 'commander'
import { inspectBackup } from '../backup/inspect.ts'
import { ensureReadModels } from '../main/read-models/ensure.ts'
import { StartupProblem } from '../startup-problem.ts'
import { assertWhole, settledLines } from './backup-report.ts'
import { restoreAsOwner } from './backup-restore.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'
import type { Scratch } from './with-scratch.ts'

type Said<T> = { readonly result: T; readonly text: string }

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Does a step and prints what came of it and how long it took. */
const stepwise =
  (context: CliContext) =>
  async <T>(name: string, work: () => Promise<Said<T>>): Promise<T> => {
    const began = performance.now()
    const { result, text } = await work()
    context.print(`  ${name.padEnd(12)} ${seconds(began).padStart(8)}  ${text}`)
    return result
  }

const secretsOpen = async ({ adapters, storage }: Data): Promise<Said<void>> => {
  const { rows } = await storage.pool.query<{ secrets: string[]; people: number[] }>(
    `select array(select reference from side.vault) as secrets,
            array(select user_id from side.person_keys) as people`,
  )
  const { secrets = [], people = [] } = rows[0] ?? {}
  for (const reference of secrets) await adapters.vault.open(reference)
  await adapters.personalData.unlock(people)
  const text = `${secrets.length} secrets and ${people.length} keys of people open`
  return { result: undefined, text: `${text} with the master key` }
}

const readModels = async ({ adapters, storage }: Data): Promise<Said<void>> => {
  await ensureReadModels({ pool: storage.patientPool, ...adapters })
  const { rowCount } = await storage.pool.query(
    `select from projections.builds where state = 'active'`,
  )
  return { result: undefined, text: `${rowCount} built from the first event, and verified` }
}

const evidence = async ({ adapters }: Data): Promise<Said<void>> => {
  const { size, root } = await adapters.evidence.head()
  return { result: undefined, text: `${size} events on access, Merkle root ${root.slice(0, 16)}…` }
}

const drill = async (path: string, scratch: Scratch, context: CliContext): Promise<void> => {
  const began = performance.now()
  const step = stepwise(context)
  const found = await step('Read', async () => {
    const result = await inspectBackup(path)
    const { manifest, end } = result
    return { result, text: `${end.events} events, ${manifest.created_at} by ${manifest.release}` }
  })
  scratch.assertKeyOf(path, found.manifest.key_id)
  const done = await step('Restored', async () => {
    const result = await scratch.withOwner((owner) =>
      restoreAsOwner(owner, { path, found }, context),
    )
    if (result.log.digest !== found.end.digest)
      throw new StartupProblem('The restored log is another one than the log in the backup.')
    return { result, text: `the same log, SHA-256 ${result.log.digest.slice(0, 16)}…` }
  })
  await scratch.withData(async (data) => {
    await step('Opened', () => secretsOpen(data))
    await step('Built', () => readModels(data))
    await step('Signed', () => evidence(data))
  })
  for (const line of ['', ...settledLines(done), '']) context.print(line)
  assertWhole(done.missing)
  context.print(`It can be restored; that took ${seconds(began)}. Nothing is left behind.`)
}

export const addDrill = (backup: Command, context: CliContext): void => {
  backup
    .command('drill')
    .summary('restores a file on a server of its own, builds everything from it, and tells how')
    .argument('<file>')
    .action((path: string) => context.withScratch((scratch) => drill(path, scratch, context)))
}
