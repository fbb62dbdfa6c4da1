import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fileSpools } from '../../infra/file-spools.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spools-'))
})

afterAll(() => rm(directory, { recursive: true }))

const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => {
  const read: Uint8Array[] = []
  for await (const chunk of chunks) read.push(chunk)
  return Buffer.concat(read)
}

describe('a spool', () => {
  test('gives back what it took, and nobody else sees it', async () => {
    const spool = await fileSpools(directory).open()
    const parts = [Buffer.alloc(300_000, 'a'), Buffer.from('b'), Buffer.alloc(0)]
    for (const part of parts) await spool.write(part)
    expect(await readdir(directory)).toEqual([])
    expect((await bytesOf(spool.read())).equals(Buffer.concat(parts))).toBe(true)
    expect((await bytesOf(spool.read())).length).toBe(300_001)
    await spool.discard()
  })

  test('is let go of once, and takes nothing after that', async () => {
    const spool = await fileSpools(directory).open()
    await Promise.all([spool.discard(), spool.discard()])
    await expect(spool.write(Buffer.from('late'))).rejects.toThrow()
    await expect(bytesOf(spool.read())).rejects.toThrow()
  })
})
