import type { Leadership, LeadershipStatus } from './leadership.ts'

/** For a process without others beside it: it leads from the first moment to the last. */
export const leadAlone = (): Leadership => {
  const ending = new AbortController()
  let leading: Promise<void> | undefined
  const status = (): LeadershipStatus => {
    if (ending.signal.aborted) return 'stopped'
    return leading ? 'leader' : 'standby'
  }
  return {
    lead: (work) => {
      leading ??= work({ epoch: 0n, signal: ending.signal })
    },
    status,
    facts: () => ({ status: status(), epoch: 0n, leader: 'this process' }),
    stop: async () => {
      ending.abort()
      await leading
    },
  }
}
