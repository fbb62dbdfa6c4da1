import { type Command, InvalidArgumentError } from 'commander'
import { bound } from '../../shared/contract/evidence.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { addVerify } from './audit-verify.ts'
import type { CliContext } from './context.ts'
import { intoFile, type Sink } from './into-file.ts'

const boundOf = (text: string): Bound => {
  const { data, error } = bound.safeParse(text)
  if (data) return data
  throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? 'is not valid'}.`)
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
