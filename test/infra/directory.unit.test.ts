import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { makeDirectory } from '../../infra/directory.ts'
import { startEmbeddedPostgres } from '../../infra/embedded/postgres.ts'

describe('a directory', () => {
  const home = mkdtempSync(join(tmpdir(), 'directory-'))
  afterAll(() => rmSync(home, { recursive: true }))

  test('is made with those above it, once', () => {
    const path = join(home, 'a/b/c')
    makeDirectory(path, 0o700)
    makeDirectory(path, 0o700)
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  test('is not made where a file is', () => {
    writeFileSync(join(home, 'file'), '')
    expect(() => makeDirectory(join(home, 'file'), 0o700)).toThrow('EEXIST')
    expect(() => makeDirectory(join(home, 'file/below'), 0o700)).toThrow()
  })

  const onLinux = process.platform === 'linux' ? test : test.skip

  onLinux('that the system cannot have is refused in a sentence', async () => {
    const log = { info: () => undefined, warn: () => undefined }
    const starting = startEmbeddedPostgres({ dataDirectory: '/proc/x/postgres', log })
    await expect(starting).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('/proc/x/postgres'),
    })
  })
})
