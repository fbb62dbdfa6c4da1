import { setTimeout as sleep } from 'node:timers/promises'

export type ProjectorGate = {
  /** For the hook of the same name. */
  readonly beforeBatch: () => Promise<void>
  /** From now on no batch passes. */
  hold(): void
  release(): void
  /** From now on each batch takes up to so many milliseconds longer. */
  slowDown(mostMs: number): void
}

/** Stands before the projector and lets a test say how fast it is. */
export const projectorGate = (): ProjectorGate => {
  let open: Promise<void> = Promise.resolve()
  let release: () => void = () => undefined
  let slowness = 0
  return {
    beforeBatch: async () => {
      await sleep(Math.random() * slowness)
      await open
    },
    hold: () => {
      open = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    slowDown: (mostMs) => {
      slowness = mostMs
    },
  }
}
