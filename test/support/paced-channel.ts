import type { Socket } from 'node:net'

/** How bytes travel at the moment: after so many milliseconds, whole or one by one. */
export type Pace = { readonly ms: number; readonly slice: boolean }

/** One direction of a connection; what was sent first arrives first, however long each takes. */
export type Channel = {
  send(bytes: Buffer): void
  /** What was sent arrives now. */
  hurry(): void
  /** Once all that was sent has left. */
  finish(then: () => void): void
}

/** One that travels alone is not packed together with the next. */
type Parcel = { due: number; readonly alone: boolean; readonly deliver: () => void }

/** A channel to a socket; `source` is held back while the socket is full. */
export const channelTo = (to: Socket, source: Socket, pace: () => Pace): Channel => {
  const waiting: Parcel[] = []
  let underWay: (() => void) | undefined
  to.on('drain', () => source.resume())

  const write = (bytes: Buffer) => {
    if (to.writable && !to.write(bytes)) source.pause()
  }
  const later = (ms: number) => {
    underWay?.()
    if (ms > 0) {
      const timer = setTimeout(deliver, ms).unref()
      underWay = () => clearTimeout(timer)
    } else {
      const turn = setImmediate(deliver)
      underWay = () => clearImmediate(turn)
    }
  }
  const deliver = () => {
    underWay = undefined
    for (let next = waiting[0]; next; next = waiting[0]) {
      const early = next.due - performance.now()
      if (early > 0) return later(early)
      waiting.shift()
      next.deliver()
      if (next.alone) return later(0)
    }
  }
  const enqueue = (ms: number, alone: boolean, parcel: () => void) => {
    if (ms === 0 && !underWay && !alone) return parcel()
    const last = waiting.at(-1)?.due ?? 0
    waiting.push({ due: Math.max(last, performance.now() + ms), alone, deliver: parcel })
    if (!underWay) later(ms)
  }
  return {
    send(bytes) {
      const { ms, slice } = pace()
      if (!slice) return enqueue(ms, false, () => write(bytes))
      to.setNoDelay(true)
      for (const byte of bytes) enqueue(ms, true, () => write(Buffer.of(byte)))
    },
    hurry() {
      for (const parcel of waiting) parcel.due = 0
      if (waiting.length > 0) later(0)
    },
    finish: (then) => enqueue(0, false, then),
  }
}
