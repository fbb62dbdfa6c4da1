import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { fromLine, type LogRecord, toLine } from './records.ts'

/** Where records are kept beyond the life of the process. */
export type Keeping = {
  readonly records: readonly LogRecord[]
  /** Returns when they would survive a crash of the machine. */
  keep(records: readonly LogRecord[]): void
  close(): void
}

export const keptNowhere = (): Keeping => ({
  records: [],
  keep: () => undefined,
  close: () => undefined,
})

/** Whole lines of the file; the half of one that a crash left is cut off. */
const readLines = (path: string): readonly string[] => {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(path, whole)
  return bytes.toString('utf8', 0, whole).split('\n').slice(0, -1)
}

export const keptIn = (path: string): Keeping => {
  const records = readLines(path).flatMap(fromLine)
  const file = openSync(path, 'a', 0o600)
  return {
    records,
    keep(added) {
      writeSync(file, toLine(added))
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}
