import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type RunningProcess = {
  /** When it started, in the system's own words: tells it from a later process with the same id. */
  started: string
  command: string
}

/** The live process with this id, or null when there is none. A zombie counts as gone. */
export function findProcess(pid: number): RunningProcess | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name stands in parentheses and may itself hold any character; fields count from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { started: `${boot} ${fields[18]}`, command }
  } catch {
    return null
  }
}

function fromPs(pid: number): RunningProcess | null {
  try {
    const columns = ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)]
    const line = execFileSync('ps', columns, {
      encoding: 'utf8',
      env: { LC_ALL: 'C', ...process.env },
    })
    const [, state, started, command] = /^(\S+)\s+((?:\S+\s+){5})(.*)$/.exec(line.trim()) ?? []
    if (!state || !started || state.startsWith('Z')) return null
    return { started: started.trim(), command: command ?? '' }
  } catch {
    return null
  }
}

/** Cheap enough to ask often; unlike `findProcess` it cannot tell whose process it is. */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return fromProc(pid) !== null
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
