import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The directory that holds package.json. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A problem the reader can put right: printed as it is, without a stack. */
export class BootstrapProblem extends Error {}

/** A path for what bootstrapping leaves behind (logs, locks), which git does not see. */
export function scratch(name) {
  const directory = join(root, '.bootstrap')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, '.gitignore'), '*\n')
  return join(directory, name)
}

/** Runs a program's main part; a `BootstrapProblem` ends it with plain words and exit code 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BootstrapProblem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
