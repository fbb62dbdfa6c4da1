import type { Logger } from 'pino'
import type { BuildProgress, Watch } from './workshop.ts'

/** A line every so often is enough for a log. */
const everyMs = 5_000

const said = {
  filling: 'building read models',
  folding: 'verifying read models',
} as const

type Start = Pick<BuildProgress, 'doing' | 'position'> & { readonly at: number }

/** Tells a log how building read models comes along: events, rate and time left. */
export const logProgress = (log: Pick<Logger, 'info'>, now = () => performance.now()): Watch => {
  const began = now()
  let last = began
  let start: Start | undefined
  return ({ doing, position, head, events }) => {
    const at = now()
    if (start?.doing !== doing || position < start.position) start = { doing, position, at }
    if (at - last < everyMs) return
    last = at
    const rate = Math.round(events / ((at - began) / 1_000))
    // By the way that is covered: positions are places, and no count of events.
    const speed = Number(position - start.position) / (at - start.at)
    const left = speed > 0 && { secondsLeft: Math.round(Number(head - position) / speed / 1_000) }
    log.info({ events, rate, ...left }, said[doing])
  }
}
