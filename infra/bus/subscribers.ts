import type { BusHandler, BusMessage, BusTopic } from '../../shared/ports/bus.ts'

type Handlers = { [T in BusTopic]?: Set<BusHandler<T>> }

/** Whoever in this process hears of what. */
export const subscribers = (onProblem: (error: unknown) => void) => {
  const handlers: Handlers = {}

  const tell = <T extends BusTopic>(topic: T, message: BusMessage<T> | undefined): void => {
    for (const handler of handlers[topic] ?? []) {
      try {
        handler(message)
      } catch (error) {
        onProblem(error)
      }
    }
  }

  return {
    add: <T extends BusTopic>(topic: T, handler: BusHandler<T>): (() => void) => {
      const mine: BusHandler<T> = (message) => handler(message)
      const those: Set<BusHandler<T>> = handlers[topic] ?? new Set()
      handlers[topic] = those as Handlers[T]
      those.add(mine)
      return () => void those.delete(mine)
    },
    tell,
    /** Hints may have been lost: everybody is to look. */
    tellAllToLook: (): void => {
      for (const topic of Object.keys(handlers)) tell(topic as BusTopic, undefined)
    },
    clear: (): void => {
      for (const those of Object.values(handlers)) those.clear()
    },
  }
}

export type Subscribers = ReturnType<typeof subscribers>
