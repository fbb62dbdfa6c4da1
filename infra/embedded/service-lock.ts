import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPrivateFile, hasCode } from '../private-file.ts'
import { StartupProblem } from '../startup-problem.ts'
import { findProcess } from './process-table.ts'

const attempts = 20

/** Another living process works on the directory. */
export class DirectoryInUse extends StartupProblem {}

/**
 * Makes this process the only one that works on a directory; answers the function that gives the
 * lock back. A lock left by a process that was killed is taken over, also when its id belongs to
 * another process by now.
 * @throws {DirectoryInUse} when a living process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'service.pid')
  const mine = `${process.pid}\n${findProcess(process.pid)?.started ?? ''}\n`
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (createPrivateFile(path, mine)) return () => release(path, mine)
    const holder = read(path)
    const pid = Number.parseInt(holder, 10)
    if (isHeld(holder)) throw alreadyRunning(directory, pid)
    takeAway(path, holder)
  }
  throw new StartupProblem(`The lock ${path} keeps changing hands. Start one service at a time.`)
}

function isHeld(holder: string): boolean {
  const [pid, started] = holder.split('\n')
  const holding = findProcess(Number(pid))
  return holding !== null && holding.started === started
}

/** Removes a dead holder's lock; a lock that someone else took in the meantime is put back. */
function takeAway(path: string, holder: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (read(aside) !== holder) linkSync(aside, path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}

const alreadyRunning = (directory: string, pid: number) =>
  new DirectoryInUse(
    `The service already runs on ${directory} (process ${pid}). ` +
      'Stop that one first, or start this one with another --data directory and --port.',
  )
