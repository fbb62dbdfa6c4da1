/** Has something done once so many milliseconds have passed; answers how to call that off. */
export type After = (ms: number, action: () => void) => () => void

/** By the clock on the wall. A simulation has a clock of its own. */
export const after: After = (ms, action) => {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}
