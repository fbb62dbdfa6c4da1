import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { assertTwoKeys, type Exchange } from '../key-rotation/exchange.ts'
import { deriveKeys, type Keys, keyFiles, masterKeyFrom, retiredKeyFile } from '../keys.ts'
import { createPrivateFile, hasCode } from '../private-file.ts'
import { readSecretFile } from '../secrets.ts'
import { StartupProblem } from '../startup-problem.ts'
import { servedBy } from './served.ts'

type KeyExchange = Exchange & {
  /** Puts the new key in the old one's place; answers what is left for somebody to do. */
  settle(): string
}

const earlierBackups = ({ keyId }: Keys): string =>
  `Backups made before ${new Date().toISOString()} need the old key (${keyId}): keep it as long as them.`

const given = ({ masterKey = '', newMasterKey }: Config): KeyExchange => {
  if (newMasterKey === undefined)
    throw new StartupProblem(
      'Set MASTER_KEY_NEW beside MASTER_KEY, here and for every process: ' +
        '32 random bytes, which openssl rand -hex 32 makes.',
    )
  const from = deriveKeys(masterKeyFrom(masterKey, 'MASTER_KEY'))
  const to = deriveKeys(masterKeyFrom(newMasterKey, 'MASTER_KEY_NEW'))
  assertTwoKeys({ from, to })
  return {
    from,
    to,
    settle: () =>
      'Make MASTER_KEY_NEW the MASTER_KEY of every process, and start them again. ' +
      earlierBackups(from),
  }
}

/** A process that has read the file knows one key only. */
const refuseWhileServed = async (config: Config, pool: pg.Pool): Promise<void> => {
  const { processes, unnamed } = await servedBy(config, pool)
  if (processes.length + unnamed.length > 0)
    throw new StartupProblem(
      'A service runs on this data. Stop it first: it has read the key it was started with.',
    )
}

const generated = ({ dataDirectory }: Config): KeyExchange => {
  const directory = join(dataDirectory, 'keys')
  const { present, next } = keyFiles(directory)
  if (!existsSync(present))
    throw new StartupProblem(`${present} is missing: there is no key to exchange.`)
  createPrivateFile(next, `${randomBytes(32).toString('hex')}\n`)
  const from = deriveKeys(masterKeyFrom(readSecretFile(present), present))
  const to = deriveKeys(masterKeyFrom(readSecretFile(next), next))
  const retired = retiredKeyFile(directory, from.keyId)
  return {
    from,
    to,
    settle: () => {
      try {
        linkSync(present, retired)
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
      renameSync(next, present)
      return `The old key is in ${retired}. ${earlierBackups(from)}`
    },
  }
}

/**
 * The two keys of an exchange: both from the environment, or the one that was generated and one that
 * is generated now, unless that was done before an interruption.
 * @throws {StartupProblem}
 */
export const keyExchange = async (config: Config, pool: pg.Pool): Promise<KeyExchange> => {
  if (config.masterKey !== undefined) return given(config)
  await refuseWhileServed(config, pool)
  return generated(config)
}
