import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Replaces a file in one step; only its owner may read it, and it is on disk when this returns. */
export function writePrivateFile(path: string, content: string): void {
  const draft = writeDraft(path, content)
  renameSync(draft, path)
}

/** Creates a file whole or not at all; answers false when there already is one. */
export function createPrivateFile(path: string, content: string): boolean {
  const draft = writeDraft(path, content)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Whether an error of the system carries one of these codes, e.g. `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  codes.includes(error.code)

function writeDraft(path: string, content: string): string {
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}
