import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QueryProblem } from '../shared/ports/engine-driver.ts'
import type { Spool, Spools } from '../shared/ports/spool.ts'

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const spoolOver = (file: FileHandle): Spool => {
  let position = 0
  let discarded: Promise<void> | undefined
  return {
    async write(chunk) {
      try {
        for (let written = 0; written < chunk.length; ) {
          const left = chunk.subarray(written)
          const { bytesWritten } = await file.write(left, 0, left.length, position)
          written += bytesWritten
          position += bytesWritten
        }
      } catch (error) {
        if (!noRoom.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        throw new QueryProblem(
          'driver',
          'The service has no room left to put the file together. ' +
            'Ask for fewer rows, or export them as csv, which needs none.',
        )
      }
    },
    async *read() {
      yield* file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 })
    },
    discard: () => {
      discarded ??= file.close()
      return discarded
    },
  }
}

/**
 * Files without a name in a directory of the system's for such things (`TMPDIR`): nobody else can
 * open them, and nothing is left of them when the process ends, however it ends.
 */
export const fileSpools = (directory = tmpdir()): Spools => ({
  async open() {
    const path = join(directory, `export-${crypto.randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return spoolOver(file)
  },
})
