import { countWhile, type Moment, type Since, type Timeline } from './timeline.ts'

type Said<T> = Pick<Timeline<T>, 'changes'>

/** Oldest first. */
export const changesUpTo = <T>(timeline: Said<T>, position: bigint): readonly Since<T>[] => {
  const changes = timeline.changes()
  const last = changes.at(-1)
  if (!last || last.since.position <= position) return changes
  return changes.slice(
    0,
    countWhile(changes, ({ since }) => since.position <= position),
  )
}

/**
 * When the spell began in which there is something without a break: a change of it, a member who
 * becomes a manager, begins no new one. Undefined where there is nothing at `position`.
 */
export const heldSince = <T>(
  timeline: Said<T> | undefined,
  position: bigint,
): Moment | undefined => {
  const changes = timeline ? changesUpTo(timeline, position) : []
  let began: Moment | undefined
  for (let index = changes.length - 1; index >= 0; index -= 1) {
    const change = changes[index]
    if (!change?.value) break
    began = change.since
  }
  return began
}

/** The last thing that was said up to `position`, whether it still holds or has ended since. */
export const lastSaid = <T>(
  timeline: Said<T | null> | undefined,
  position: bigint,
): T | undefined => {
  const changes = timeline ? changesUpTo(timeline, position) : []
  for (let index = changes.length - 1; index >= 0; index -= 1) {
    const value = changes[index]?.value
    if (value !== null && value !== undefined) return value
  }
  return undefined
}

/** The later of two moments, where there are two. */
export const laterOf = (a: Moment | undefined, b: Moment | undefined): Moment | undefined => {
  if (!a || !b) return a ?? b
  return a.position >= b.position ? a : b
}
