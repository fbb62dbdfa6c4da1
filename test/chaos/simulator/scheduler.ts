import type { After } from '../../../infra/after.ts'

/** The one clock of a simulation: nothing happens but what is due next, one thing after the other. */
export type Scheduler = {
  /** Milliseconds since the beginning. */
  now(): number
  readonly after: After
  pass(ms: number): Promise<void>
  /** Lets time pass until it is over, or until this moment; true in the first case. */
  run(isOver: () => boolean, until: number): Promise<boolean>
}

type Entry = { readonly at: number; readonly action: () => void }

/** All that follows from what has just happened has happened: promises, and promises of promises. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export const createScheduler = (): Scheduler => {
  /** What is due next stands last; of what is due at one moment, what was asked for first. */
  const due: Entry[] = []
  let now = 0

  const after: After = (ms, action) => {
    const entry = { at: now + ms, action }
    let place = due.length
    while (place > 0 && (due[place - 1]?.at ?? 0) <= entry.at) place -= 1
    due.splice(place, 0, entry)
    return () => {
      const found = due.indexOf(entry)
      if (found >= 0) due.splice(found, 1)
    }
  }

  return {
    now: () => now,
    after,
    pass: (ms) => new Promise((resolve) => after(ms, resolve)),
    run: async (isOver, until) => {
      for (;;) {
        await settled()
        if (isOver()) return true
        const next = due.at(-1)
        if (!next || next.at > until) {
          now = until
          return false
        }
        due.pop()
        now = next.at
        next.action()
      }
    },
  }
}
