import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { assertKeyOf } from './drill-key.ts'
import { type Data, withData } from './open-data.ts'
import type { Owner } from './owner.ts'
import { withOwner } from './with-owner.ts'

/** A data directory, with a Postgres, that is there for one piece of work. */
export type Scratch = {
  /** @throws {StartupProblem} unless a backup was made under a master key that is at hand */
  assertKeyOf(path: string, keyId: string | null): void
  withOwner<T>(work: (owner: Owner) => Promise<T>): Promise<T>
  withData<T>(work: (data: Data) => Promise<T>): Promise<T>
}

/** The service's own key, which nobody else's data can be opened with. */
const lendKey = (from: string, to: string): void => {
  const key = join(from, 'keys', 'master.key')
  if (!existsSync(key)) return
  mkdirSync(join(to, 'keys'), { mode: 0o700 })
  copyFileSync(key, join(to, 'keys', 'master.key'))
}

/** Runs work in a new data directory under the service's own master key, and leaves nothing behind. */
export const withScratch = async <T>(
  config: Config,
  log: Logger,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'analytics-drill-'))
  try {
    // Postgres may run as another user, who has to come through.
    await chmod(dataDirectory, 0o755)
    lendKey(config.dataDirectory, dataDirectory)
    const alone = { ...config, dataDirectory, database: undefined, eventStoreUrl: undefined }
    return await work({
      assertKeyOf: (path, keyId) => assertKeyOf(config, path, keyId),
      withOwner: (part) => withOwner(alone, log, part, { anew: true }),
      withData: (part) => withData(alone, log, part),
    })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
