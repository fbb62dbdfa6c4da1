import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratch } from './project.mjs'

const oldestLock = 15 * 60_000
const namelessLock = 10_000

/** One process at a time does the work; the others wait, and find it done when they look again. */
export async function inTurn(name, isNeeded, work) {
  if (!isNeeded()) return
  const lock = scratch(`${name}.lock`)
  const holder = join(lock, 'pid')
  for (let waits = 0; !tryCreate(lock); waits += 1) {
    if (isStale(lock, holder)) {
      rmSync(lock, { recursive: true, force: true })
      continue
    }
    if (waits === 0) process.stderr.write(`Another process is busy with ${name}; waiting …\n`)
    await sleep(200)
  }
  try {
    writeFileSync(holder, String(process.pid))
    if (isNeeded()) await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryCreate(directory) {
  try {
    mkdirSync(directory)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Left behind by a process that was killed. */
function isStale(lock, holder) {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined) return false
  const age = Date.now() - made
  try {
    return age > oldestLock || !isRunning(Number(readFileSync(holder, 'utf8')))
  } catch {
    return age > namelessLock
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
