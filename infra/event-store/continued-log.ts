import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { StartupProblem } from '../startup-problem.ts'
import { originalPositionOf } from './copied.ts'

/** Where the part of a log that was copied into a store ends, and what was recorded there begins. */
export type Seam = {
  /** Position of the last copied event in the log it was first recorded in. */
  readonly original: bigint
  /** Position of the same event in the store that it was copied into. */
  readonly native: bigint
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Positions as readers know them, and as the store has them. */
const placesOf = ({ original, native }: Seam) => {
  // What was recorded here comes after all that was copied, wherever the store counts from.
  const shift = larger(original - native, 0n)
  const inward = (position: bigint) => (position < original ? 0n : larger(position - shift, native))
  return {
    /** An event as readers know it. */
    outward: ({ originalPosition, ...event }: RecordedEvent): RecordedEvent => ({
      ...event,
      position:
        event.position <= native ? (originalPosition ?? event.position) : event.position + shift,
    }),
    /** A position that the store gave for the end of something. */
    outwardEnd: (position: bigint) => (position <= native ? original : position + shift),
    /** Where the store has to begin for what comes after a position; perhaps earlier. */
    inward,
    /** Where the store may end for what goes up to a position; perhaps later. */
    inwardEnd: (position: bigint) => (position < original ? native : inward(position)),
  }
}

/** A log that was begun here, and none that was copied. */
const unmoved = { original: 0n, native: 0n }

/**
 * A log that goes on in another store than it was begun in: the position of an event never changes,
 * so that checkpoints, links and evidence from before stay good. What was copied keeps the position
 * it was recorded at; what came later has the store's own, or one as far after.
 *
 * Reading on from the midst of the copied part begins with its first event: rebuilds read all of it
 * anyway, and those who follow the log are past it.
 *
 * @param readSeam undefined for a log that was begun in this store
 */
export const continuedLog = (
  store: EventStore,
  readSeam: () => Promise<Seam | undefined>,
): EventStore => {
  const findPlaces = async () => {
    const seam = (await readSeam()) ?? unmoved
    if ((await store.head()) < seam.native)
      throw new StartupProblem(
        'This event store holds less than was moved into it: it is another one, or was set back.',
      )
    return placesOf(seam)
  }
  let known: ReturnType<typeof findPlaces> | undefined
  const places = () => {
    known ??= findPlaces().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    async append(stream, expected, events) {
      const { outwardEnd } = await places()
      const result = await store.append(stream, expected, events)
      return { ...result, position: outwardEnd(result.position) }
    },

    async *readStream(stream, options) {
      const { outward } = await places()
      for await (const event of store.readStream(stream, options)) yield outward(event)
    },

    async *readAll({ after = 0n, upTo, ...rest } = {}) {
      const { outward, inward, inwardEnd } = await places()
      const bounds = { after: inward(after), ...(upTo !== undefined && { upTo: inwardEnd(upTo) }) }
      for await (const stored of store.readAll({ ...rest, ...bounds })) {
        const event = outward(stored)
        if (upTo !== undefined && event.position > upTo) return
        if (event.position > after) yield event
      }
    },

    async *subscribe({ after = 0n, ...rest }) {
      const { outward, inward } = await places()
      for await (const batch of store.subscribe({ ...rest, after: inward(after) })) {
        const events = batch.map(outward).filter(({ position }) => position > after)
        if (events.length > 0) yield events
      }
    },

    async head() {
      const { outwardEnd } = await places()
      return outwardEnd(await store.head())
    },

    close: () => store.close(),
  }
}

/** An event as the log it was first recorded in knows it, out of a store that holds it or a copy. */
export const inOriginalPlace = (stored: RecordedEvent): RecordedEvent => {
  const { originalPosition: _, ...event } = stored
  return { ...event, position: originalPositionOf(stored) }
}
