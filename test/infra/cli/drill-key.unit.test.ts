import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { assertKeyOf } from '../../../infra/cli/drill-key.ts'
import { deriveKeys } from '../../../infra/keys.ts'

const [present, earlier] = [1, 2].map(() => randomBytes(32)) as [Buffer, Buffer]
const [presentId, earlierId] = [deriveKeys(present).keyId, deriveKeys(earlier).keyId]

let dataDirectory: string
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'drill-key-'))
  mkdirSync(join(dataDirectory, 'keys'))
})
afterEach(() => rmSync(dataDirectory, { recursive: true }))

const drill = (keyId: string | null, masterKey?: string) => () =>
  assertKeyOf({ dataDirectory, masterKey, newMasterKey: undefined }, 'night.backup', keyId)
const keep = (name: string, key: Buffer) => {
  const path = join(dataDirectory, 'keys', name)
  writeFileSync(path, key.toString('hex'))
  return path
}

test('a backup under a key at hand, or under none, is drilled', () => {
  keep('master.key', present)
  for (const id of [presentId, null]) expect(drill(id)).not.toThrow()
  expect(drill(earlierId, earlier.toString('hex'))).not.toThrow()
})

test('one under another key names it, and the file it was put aside in', () => {
  const command = /MASTER_KEY_FILE=<file with that key> npm run cli -- backup drill night\.backup$/
  expect(drill(earlierId)).toThrow(`under master key ${earlierId}, and there is none here.`)
  keep('master.key', present)
  expect(drill(earlierId)).toThrow(
    `under master key ${earlierId}, and the one here is ${presentId}.`,
  )
  expect(drill(earlierId)).toThrow(command)
  const file = keep(`retired-${earlierId}.key`, earlier)
  expect(drill(earlierId)).toThrow(`MASTER_KEY_FILE=${file} npm run cli -- backup drill`)
})
