import { open, rm } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { bound } from '../../shared/contract/evidence.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { StartupProblem } from '../startup-problem.ts'
import { addVerify } from './audit-verify.ts'
import type { CliContext } from './context.ts'

const boundOf = (text: string): Bound => {
  const { data, error } = bound.safeParse(text)
  if (data) return data
  throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? 'is not valid'}.`)
}

type Sink = (chunk: Uint8Array) => Promise<void>

/** Writes a new file that only its owner may read; half of one is removed. */
const intoFile = async <T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> => {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`
    throw new StartupProblem(`${path} ${why}.`)
  })
  try {
    const result = await work(async (chunk) => void (await file.write(chunk)))
    await file.close()
    return result
  } catch (error) {
    await file.close()
    await rm(path)
    throw error
  }
}

const addExport = (audit: Command, context: CliContext): void => {
  audit
    .command('export')
    .summary('everything that bears on access, as signed JSON lines')
    .option('--from <bound>', 'the first event: a position or a time (included)', boundOf)
    .option('--to <bound>', 'the end: a position or a time (not included)', boundOf)
    .option('--out <file>', 'a new file, instead of the standard output')
    .action((given: { from?: Bound; to?: Bound; out?: string }) =>
      context.withData(async ({ adapters }) => {
        const { from, to, out } = given
        const write = (sink: Sink) => adapters.evidence.export({ from, to }, sink, context.signal)
        const { count, root } = await (out === undefined
          ? write(context.write)
          : intoFile(out, write))
        context.note(`${count} events and their manifest; Merkle root ${root}.`)
      }),
    )
}

export const addAudit = (program: Command, context: CliContext): void => {
  const audit = program
    .command('audit')
    .description('Evidence of who could do what: signed, and checked without the service.')
  addExport(audit, context)
  addVerify(audit, context)
  audit
    .command('head')
    .summary('where the evidence stands now, signed: keep it where this service cannot reach')
    .action(() =>
      context.withData(async ({ adapters }) =>
        context.print(JSON.stringify(await adapters.evidence.head(context.signal), null, 2)),
      ),
    )
  audit
    .command('public-key')
    .summary('the key that files of evidence are checked with')
    .action(() =>
      context.withData(async ({ adapters }) => {
        const { keyId, pem } = adapters.evidence.publicKey
        context.print(pem.trimEnd())
        context.note(`Key ${keyId}.`)
      }),
    )
}
