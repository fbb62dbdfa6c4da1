import { inTime, Late } from './in-time.ts'

/** `starting` until it was first seen whether the other side answers. */
export type CircuitState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly reason: string }

export type Circuit = {
  /** Does the work while the other side answers in time, and something else instead while not. */
  through<T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T>
  /** Asks the other side now, for example because a connection is there. */
  probe(): Promise<void>
  lost(reason: string): void
  state(): CircuitState
  stop(): void
}

type Options = {
  /** Milliseconds anybody waits for the other side. */
  readonly timeoutMs: number
  /** Milliseconds between looks whether it is back. */
  readonly pauseMs: number
  /** What the other side can do only when all is well with it. */
  readonly isWell: () => Promise<unknown>
  readonly reasonOf: (error: unknown) => string
  /** An answer did not come in time. */
  readonly onLate: () => void
  readonly onLost: (reason: string) => void
  readonly onBack: () => void
}

/**
 * Keeps those who call from waiting for something that is away: after the first failure nobody asks
 * it any more but a probe, until that finds it well.
 */
export const circuit = (options: Options): Circuit => {
  const { timeoutMs, pauseMs, isWell, reasonOf, onLate, onLost, onBack } = options
  let state: CircuitState = { kind: 'starting' }
  let nextLook: NodeJS.Timeout | undefined
  let isStopped = false

  const lookSoon = () => {
    clearTimeout(nextLook)
    if (isStopped) return
    nextLook = setTimeout(probe, pauseMs).unref()
  }

  const lost = (reason: string) => {
    if (state.kind === 'open') return
    state = { kind: 'open', reason }
    onLost(reason)
    lookSoon()
  }

  const failed = (error: unknown) => {
    if (error instanceof Late) onLate()
    lost(reasonOf(error))
  }

  const probe = async () => {
    try {
      await inTime(isWell(), timeoutMs)
    } catch (error) {
      failed(error)
      return lookSoon()
    }
    clearTimeout(nextLook)
    const wasOpen = state.kind === 'open'
    state = { kind: 'closed' }
    if (wasOpen) onBack()
  }

  return {
    async through(work, instead) {
      if (state.kind !== 'closed') return instead()
      try {
        return await inTime(work(), timeoutMs)
      } catch (error) {
        // What was under way together fails together: once is enough.
        if (state.kind === 'closed') failed(error)
        return instead()
      }
    },
    probe,
    lost,
    state: () => state,
    stop() {
      isStopped = true
      clearTimeout(nextLook)
    },
  }
}
