import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const pageBytes = 4_096

/** Resident memory of a process, in bytes. */
const residentOf = (pid: number): number => {
  if (process.platform === 'linux')
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024
}

/** Watches a process from outside; `growthMb` is its highest point above where it began. */
export const watchMemory = (pid: number) => {
  const before = residentOf(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(pid))
  }, 20)
  return {
    growthMb: () => (peak - before) / 1024 ** 2,
    stop: () => clearInterval(timer),
  }
}
