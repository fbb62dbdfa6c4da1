import { readFile, stat } from 'node:fs/promises'
import type { Command, CommanderError } from 'commander'
import { publicKeyFrom } from '../audit/signing.ts'
import { type Anchor, readAnchor } from '../audit/verify/anchors.ts'
import { verifyFile } from '../audit/verify/verify.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { complaint, praise } from './evidence-report.ts'
import { Unchecked } from './unchecked.ts'

const about = [
  'Check a file of evidence. Needs the file and the public key, and neither the service nor its data.',
  [
    'Finds every altered, deleted, inserted or moved line, an edited manifest and another signer;',
    'with --head that the tail is missing, with --previous that history was rewritten since.',
    'A file that ends at its own --to is complete there, however far the head goes on.',
  ].join(' '),
  'Ends with 0 when the file is what was signed, with 1 when it is not, with 2 when it cannot be checked.',
].join('\n\n')

type Given = {
  readonly publicKey: string
  readonly head?: string
  readonly previous?: string
}

/** @throws {Unchecked} in place of what the file system says. */
export const reading = async <T>(path: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Unchecked(`${path} cannot be read (${code}).`)
  }
}

const publicKeyOf = async (path: string) => {
  const key = publicKeyFrom(await reading(path, () => readFile(path, 'utf8')))
  if (key) return key
  throw new Unchecked(`${path} is not an Ed25519 public key in PEM (audit public-key prints it).`)
}

const anchorOf = async (kind: Anchor['kind'], path: string | undefined): Promise<Anchor[]> => {
  if (path === undefined) return []
  const manifest = await reading(path, () => readAnchor(path))
  if (manifest) return [{ kind, path, manifest }]
  throw new Unchecked(`--${kind}: ${path} is neither a head nor an export.`)
}

const verify = async (path: string, given: Given, context: CliContext): Promise<void> => {
  const publicKey = await publicKeyOf(given.publicKey)
  const anchors = [
    ...(await anchorOf('previous', given.previous)),
    ...(await anchorOf('head', given.head)),
  ]
  const { size } = await reading(path, () => stat(path))
  const progress = context.startProgress(BigInt(size))
  const onProgress = (bytes: number, lines: number) => {
    context.signal.throwIfAborted()
    progress.at(BigInt(bytes), lines)
  }
  const verdict = await reading(path, () =>
    verifyFile(path, { publicKey, anchors, onProgress }),
  ).finally(() => progress.stop())
  context.signal.throwIfAborted()
  const { problemCount, manifest } = verdict
  if (problemCount > 0 || !manifest) throw new StartupProblem(...complaint(path, verdict))
  for (const line of praise(path, manifest, verdict.agreements)) context.print(line)
}

/** A check that was asked for wrongly was not made, which is not the same as a file found wanting. */
const endUnchecked = ({ exitCode, message }: CommanderError): never => {
  if (exitCode === 0) process.exit()
  throw new Unchecked(message)
}

export const addVerify = (audit: Command, context: CliContext): void => {
  audit
    .command('verify')
    .summary('check a file of evidence, without the service')
    .configureOutput({ outputError: () => undefined })
    .exitOverride(endUnchecked)
    .description(about)
    .argument('<file>', 'what audit export or GET /api/audit/export wrote')
    .requiredOption('--public-key <file>', 'PEM, as audit public-key prints it')
    .option('--head <file>', 'a head, or a later export, with the same history')
    .option('--previous <file>', 'the export, or a head, that the file must follow')
    .action((path: string, given: Given) => verify(path, given, context))
}
