import { type Command, InvalidArgumentError } from 'commander'
import { bound, size } from '../../shared/contract/evidence.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { readAnchor } from '../audit/verify/anchors.ts'
import { StartupProblem } from '../startup-problem.ts'
import { addVerify, reading } from './audit-verify.ts'
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

/** How many events there were up to the end of an export, or of a head; or just that number. */
const sizeIn = async (given: string): Promise<number> => {
  const { data } = size.safeParse(given)
  if (data !== undefined) return data
  const manifest = await reading(given, () => readAnchor(given))
  if (manifest) return manifest.size
  throw new StartupProblem(`--since: ${given} is neither a head nor an export.`)
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
    .option(
      '--since <export>',
      'a file of evidence, or its size: prove that history goes on from it',
    )
    .action(async (given: { since?: string }) => {
      const since = given.since === undefined ? undefined : await sizeIn(given.since)
      return context.withData(async ({ adapters }) => {
        const head = await adapters.evidence.head({ since, signal: context.signal })
        for (const line of JSON.stringify(head, null, 2).split('\n')) context.print(line)
      })
    })
  audit
    .command('public-key')
    .summary('the key that files of evidence are checked with')
    .action(() =>
      context.withData(async ({ adapters }) => {
        const { keyId, pem } = adapters.evidence.publicKey
        for (const line of pem.trimEnd().split('\n')) context.print(line)
        context.note(`Key ${keyId}.`)
      }),
    )
}
