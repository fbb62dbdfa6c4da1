import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { deriveKeys, keyFiles, masterKeyFrom, retiredKeyFile } from '../keys.ts'
import { readSecretFile } from '../secrets.ts'
import { StartupProblem } from '../startup-problem.ts'

type Given = Pick<Config, 'dataDirectory' | 'masterKey' | 'newMasterKey'>

const idOf = (key: string, source: string): string => deriveKeys(masterKeyFrom(key, source)).keyId

/** Which master keys are at hand, by id. */
const atHand = ({ dataDirectory, masterKey, newMasterKey }: Given): readonly string[] => {
  const { present } = keyFiles(join(dataDirectory, 'keys'))
  if (masterKey === undefined)
    return existsSync(present) ? [idOf(readSecretFile(present), present)] : []
  const next = newMasterKey === undefined ? [] : [idOf(newMasterKey, 'MASTER_KEY_NEW')]
  return [idOf(masterKey, 'MASTER_KEY'), ...next]
}

/**
 * A backup is opened with the key it was made under.
 * @param keyId null for one of a service that had none yet
 * @throws {StartupProblem} that says which key that is, and where it lies if it was exchanged here
 */
export const assertKeyOf = (config: Given, path: string, keyId: string | null): void => {
  const has = atHand(config)
  if (keyId === null || has.includes(keyId)) return
  const retired = retiredKeyFile(join(config.dataDirectory, 'keys'), keyId)
  const file = existsSync(retired) ? retired : '<file with that key>'
  const here = has.length === 0 ? 'there is none here' : `the one here is ${has.join(', ')}`
  throw new StartupProblem(
    `The backup was made under master key ${keyId}, and ${here}. Give it that one: ` +
      `MASTER_KEY_FILE=${file} npm run cli -- backup drill ${path}`,
  )
}
