import type { Random } from '../random.ts'
import { type Life, startLife } from './life.ts'
import type { Place, Surroundings } from './processes/place.ts'
import { epochMs } from './world/servers.ts'

/** One process at a time, again and again; it keeps nothing but its name and its wrong clock. */
export type Computer<P> = {
  readonly name: string
  /** The process at work, with its life; undefined between two of them. */
  running(): { readonly process: P; readonly life: Life } | undefined
  start(): void
  /** As `kill -9`. */
  crash(): void
  /** As SIGSTOP for so long. */
  stop(ms: number): void
  goOn(): void
  /** Sets its clock forward, or back. */
  setClock(byMs: number): void
}

export const computerFor = <P>(
  surroundings: Surroundings,
  random: Random,
  name: string,
  launch: (place: Place) => P,
): Computer<P> => {
  const { scheduler, trace } = surroundings
  let current: { readonly process: P; readonly life: Life } | undefined
  let off = 0
  let starts = 0
  const now = () => new Date(epochMs + scheduler.now() + off)
  return {
    name,
    running: () => current,
    start: () => {
      if (current) return
      starts += 1
      trace.note(name, `starts for the ${starts}. time`)
      const life = startLife(scheduler)
      const own = random.fork(`${name} ${starts}`)
      current = { life, process: launch({ ...surroundings, name, life, random: own, now }) }
    },
    crash: () => {
      if (!current) return
      trace.note(name, 'crashes')
      current.life.end()
      current = undefined
    },
    stop: (ms) => {
      trace.note(name, `is stopped for ${ms} ms`)
      current?.life.stop(ms)
    },
    goOn: () => current?.life.goOn(),
    setClock: (byMs) => {
      trace.note(name, `has its clock set by ${byMs} ms`)
      off += byMs
    },
  }
}
