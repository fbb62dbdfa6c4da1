import { readdirSync, readFileSync } from 'node:fs'

/** What the system says of a process; zeros where it says nothing (it ended, or is no Linux). */
export const lookAt = (pid: number): { readonly memory: number; readonly files: number } => {
  try {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { memory: Number(kilobytes) / 1_024, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return { memory: 0, files: 0 }
  }
}
