import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { StartupProblem } from '../startup-problem.ts'

export type BackupLine = {
  readonly name: string
  readonly json: string
  /** SHA-256 of all lines before this one; to be asked for once, at the end. */
  readonly before: () => string
}

const newline = 0x0a
const tab = 0x09

/** By bytes: what else ends a line elsewhere may stand in a text here. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end + 1)])
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
  }
  if (rest.length > 0) yield rest
}

/**
 * The lines of a backup; memory does not grow with it.
 * @throws {StartupProblem} for a file that cannot be read, or is no such thing.
 */
export async function* linesOf(path: string): AsyncGenerator<BackupLine, void> {
  const file = createReadStream(path)
  const plain = createGunzip()
  file.on('error', (error) => plain.destroy(error))
  const hash = createHash('sha256')
  try {
    for await (const line of split(file.pipe(plain))) {
      const at = line.indexOf(tab)
      yield {
        name: line.toString('utf8', 0, Math.max(at, 0)),
        json: line.toString('utf8', at + 1),
        before: () => hash.digest('hex'),
      }
      hash.update(line)
    }
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const why = code?.startsWith('Z_') ? `is damaged or no backup (${message})` : message
    throw new StartupProblem(`${path}: ${why}.`)
  } finally {
    file.destroy()
  }
}
