import type { RecordedEvent } from '../../../shared/kernel/event.ts'

/** Milliseconds of silence after which there is nothing more to wait for, whoever says so or not. */
const silence = 250

/** Between a subscription, which sends one event after the other, and a reader, who wants batches. */
export type Intake = {
  /** Resolves when there is room for another one: at once, until a batch is full. */
  put(event: RecordedEvent): Promise<void>
  /** The subscription has sent all there was: from now on what comes is news and waits for no more. */
  caughtUp(): void
  /** Nothing more comes. */
  end(): void
  /** Whether the reader is what the subscription waits for. */
  isFull(): boolean
  /** What there is, at most a batch; undefined after the last. */
  take(): Promise<readonly RecordedEvent[] | undefined>
}

export const intake = (size: number): Intake => {
  let events: RecordedEvent[] = []
  let isLive = false
  let isEnded = false
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  let wakeReader: () => void = () => undefined
  let wakeWriter: () => void = () => undefined

  const ready = () => {
    isReady = true
    wakeReader()
  }
  const live = () => {
    isLive = true
    ready()
  }
  const wait = () => {
    clearTimeout(timer)
    timer = isLive ? undefined : setTimeout(live, silence)
  }

  return {
    async put(event) {
      events.push(event)
      if (events.length >= size) {
        ready()
        await new Promise<void>((resolve) => {
          wakeWriter = resolve
        })
      } else if (isLive)
        setImmediate(ready) // What came in the same packet goes along.
      else wait()
    },
    // What was sent before it may still be on its way from the client's buffer.
    caughtUp: () => setImmediate(live),
    end() {
      isEnded = true
      clearTimeout(timer)
      ready()
    },
    isFull: () => events.length >= size,
    async take() {
      while (!isEnded && !(isReady && events.length > 0))
        await new Promise<void>((resolve) => {
          wakeReader = resolve
        })
      const taken = events
      events = []
      isReady = false
      wakeWriter()
      return taken.length > 0 ? taken : undefined
    },
  }
}
