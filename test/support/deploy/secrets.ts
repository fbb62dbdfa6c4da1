import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MadeSecrets = {
  /** With `.env` and `secrets/` in it. */
  readonly home: string
  read(path: string): string
  make(): void
  remove(): void
}

/** What `make-secrets.sh` makes, in a directory of the test's own. */
export const makeSecrets = (): MadeSecrets => {
  const home = mkdtempSync(join(tmpdir(), 'deploy-'))
  const make = () =>
    void execFileSync(join('infra/deploy', 'make-secrets.sh'), [home], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  make()
  return {
    home,
    read: (path) => readFileSync(join(home, path), 'utf8').trimEnd(),
    make,
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** A file of `NAME=value` lines. */
export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
