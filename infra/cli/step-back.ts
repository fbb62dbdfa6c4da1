import { setPriority } from 'node:os'
import type pg from 'pg'

/** Behind everything that serves people, and not so far that it holds their locks for long. */
const niceness = 10

const lower = (pid: number | undefined) => {
  try {
    setPriority(pid ?? 0, niceness)
  } catch {
    // Whoever may not is as quick as the others: no reason to refuse the work.
  }
}

/**
 * Lets people go first for the rest of this process: it and its sessions in the data's own Postgres,
 * which runs on this machine, get the processor when nobody else wants it.
 */
export const stepBack = (pools: readonly pg.Pool[]): void => {
  lower(process.pid)
  for (const pool of pools)
    pool.on('connect', (client) => {
      const { processID } = client as unknown as { processID?: number | null }
      if (processID) lower(processID)
    })
}
