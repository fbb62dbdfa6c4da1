import type { After } from '../../../infra/after.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * A process from its start to its end. What it waits for never comes once it has ended, as after
 * `kill -9`: its next step is not taken, and nothing of it is undone or tidied up.
 */
export type Life = {
  isAlive(): boolean
  /** Nothing is done by it after its end, nor while it is stopped. */
  readonly after: After
  pass(ms: number): Promise<void>
  /** Calls back when it ends. */
  onEnd(tell: () => void): void
  end(): void
  /** As SIGSTOP and, so many milliseconds later, SIGCONT do. */
  stop(ms: number): void
  /** Goes on, where it is stopped. */
  goOn(): void
}

export const startLife = (scheduler: Scheduler): Life => {
  const told: (() => void)[] = []
  const waiting = new Set<() => void>()
  let isAlive = true
  let goesOnAt = 0

  const after: After = (ms, action) => {
    let callOff: () => void
    const due = () => {
      if (!isAlive) return
      const stopped = goesOnAt - scheduler.now()
      if (stopped <= 0) {
        action()
        return
      }
      const late = () => {
        waiting.delete(late)
        callOff()
        due()
      }
      waiting.add(late)
      callOff = scheduler.after(stopped, late)
    }
    callOff = scheduler.after(ms, due)
    return () => callOff()
  }

  return {
    isAlive: () => isAlive,
    after,
    pass: (ms) => new Promise((resolve) => after(ms, resolve)),
    onEnd: (tell) => void told.push(tell),
    end: () => {
      isAlive = false
      for (const tell of told) tell()
    },
    stop: (ms) => {
      goesOnAt = scheduler.now() + ms
    },
    goOn: () => {
      goesOnAt = 0
      for (const late of [...waiting]) late()
    },
  }
}
