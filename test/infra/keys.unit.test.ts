import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openKeys } from '../../infra/keys.ts'

let home: string
let warnings: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'keys-'))
  warnings = []
})
afterEach(() => rmSync(home, { recursive: true }))

const directory = () => join(home, 'keys')
const file = () => join(directory(), 'master.key')
const warn = (message: string) => warnings.push(message)
const open = (storedKeyId: string | null = null, masterKey?: string) =>
  openKeys({ directory: directory(), storedKeyId, masterKey, warn })

describe('the keys', () => {
  test('are made once, readable by the service alone, and found again', () => {
    const made = open()
    expect(statSync(directory()).mode & 0o777).toBe(0o700)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readFileSync(file(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(open(made.keyId)).toEqual(made)
    expect(warnings).toEqual([])
  })

  test('differ by use and by installation', () => {
    const { keyId, other, ...keys } = open()
    rmSync(file())
    const { keyId: otherId, other: none, ...others } = open()
    const all = [...Object.values(keys), ...Object.values(others)]
    expect(all.every((key) => key.length === 32)).toBe(true)
    expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(14)
    expect(otherId).not.toBe(keyId)
    expect([other, none]).toEqual([undefined, undefined])
  })

  test('derive from a given master key, the same in hex and base64, today and tomorrow', () => {
    const master = Buffer.from(Array.from({ length: 32 }, (_, byte) => (byte * 37 + 11) % 256))
    const keys = open(null, master.toString('hex'))
    expect(open(null, master.toString('base64'))).toEqual(keys)
    expect(keys.keyId).toBe('46ece3140c4fd06e')
    expect(keys.vault.toString('hex')).toBe(
      '186706f704f6b1bfcc7f178aaeafbaef82662b3df4e2c1567704593051fbba3b',
    )
    expect(() => statSync(directory())).toThrow(/ENOENT/)
  })

  test('close a file that others could read, and say so', () => {
    const made = open()
    chmodSync(file(), 0o644)
    chmodSync(directory(), 0o755)
    expect(open(made.keyId)).toEqual(made)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(directory()).mode & 0o777).toBe(0o700)
    expect(warnings).toHaveLength(2)
  })

  test('are not made anew while there is data that needs the lost ones', () => {
    const { keyId } = open()
    rmSync(file())
    expect(() => open(keyId)).toThrow(
      /is missing, but there is data written with that key .* It is in no backup of the service/,
    )
    expect(() => statSync(file())).toThrow(/ENOENT/)
  })

  test('must be the ones the data was written with', () => {
    const { keyId } = open()
    rmSync(file())
    open()
    expect(() => open(keyId)).toThrow(/is not the key the data was written with/)
  })

  test.each(['', 'short', 'ab'.repeat(32), 'z'.repeat(64)])('refuse %j as master key', (text) => {
    expect(() => open(null, text)).toThrow(/MASTER_KEY is not 32 bytes|repeats too few/)
    open()
    writeFileSync(file(), text)
    expect(() => open()).toThrow(/master\.key (is not 32 bytes|repeats too few)/)
  })
})
