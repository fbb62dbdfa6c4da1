import { type BusMessage, type BusTopic, busTopics } from '../../shared/ports/bus.ts'
import type { Subscribers } from './subscribers.ts'

/** Bytes: what goes between processes is a few digits, whatever is larger is none of ours. */
export const longestMessage = 256

export const encode = <T extends BusTopic>(message: BusMessage<T>): string =>
  JSON.stringify(message)

const isTopic = (text: string): text is BusTopic => Object.hasOwn(busTopics, text)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts what comes and goes, and passes on what is a message of ours. */
export const countedWire = (own: Subscribers) => {
  const counts = { published: 0, received: 0, ignored: 0 }
  const pass = (topic: string, text: string): boolean => {
    if (!isTopic(topic)) return false
    const message = busTopics[topic].safeParse(parsed(text))
    if (message.success) own.tell(topic, message.data as BusMessage<typeof topic>)
    return message.success
  }
  return {
    counts: () => counts,
    sent: (): void => {
      counts.published += 1
    },
    /** What came over the wire; without a text where it is too long to be looked at. */
    heard: (topic: string, text: string | undefined): void => {
      const isOurs = text !== undefined && pass(topic, text)
      counts[isOurs ? 'received' : 'ignored'] += 1
    },
  }
}
