import { open, rm } from 'node:fs/promises'
import { StartupProblem } from '../startup-problem.ts'

export type Sink = (chunk: Uint8Array) => Promise<void>

/** Writes a new file that only its owner may read; half of one is removed. */
export const intoFile = async <T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> => {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`
    throw new StartupProblem(`${path} ${why}.`)
  })
  try {
    const result = await work(async (chunk) => void (await file.appendFile(chunk)))
    await file.sync()
    await file.close()
    return result
  } catch (error) {
    await file.close()
    await rm(path)
    throw error
  }
}
