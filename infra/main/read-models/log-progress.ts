import type { Logger } from 'pino'
import type { Watch } from './workshop.ts'

/** A line every so often is enough for a log. */
const everyMs = 5_000

const said = {
  filling: 'building read models',
  folding: 'verifying read models',
} as const

/** Tells a log how building read models comes along: events, rate and time left. */
export const logProgress = (log: Pick<Logger, 'info'>): Watch => {
  const began = performance.now()
  let last = began
  return ({ doing, position, head, events }) => {
    const now = performance.now()
    if (now - last < everyMs) return
    last = now
    const rate = Math.round(events / ((now - began) / 1_000))
    const secondsLeft = Math.round(Number(head - position) / Math.max(1, rate))
    log.info({ events, rate, secondsLeft }, said[doing])
  }
}
