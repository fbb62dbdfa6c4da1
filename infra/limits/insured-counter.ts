import type { Circuit } from './circuit.ts'
import type { Counter } from './counter.ts'
import type { MemoryCounter } from './memory-counter.ts'

type Options = {
  readonly shared: Counter
  /** Takes over, from where it was left, whenever the shared one is away. */
  readonly own: MemoryCounter
  readonly circuit: Pick<Circuit, 'through'>
  /** Tells of each call that only this process counted. */
  readonly onInsured: () => void
}

/**
 * Counts together with all processes while that works, and alone while it does not. This process
 * remembers what it heard, so that who is limited stays so when what is shared is lost.
 */
export const insuredCounter = ({ shared, own, circuit, onInsured }: Options): Counter => ({
  add: (key, seconds) =>
    circuit.through(
      async () => {
        const count = await shared.add(key, seconds)
        await own.adopt(key, seconds, count)
        return count
      },
      () => {
        onInsured()
        return own.add(key, seconds)
      },
    ),
  look: (key, seconds) =>
    circuit.through(
      async () => {
        const count = await shared.look(key, seconds)
        await own.adopt(key, seconds, count)
        return count
      },
      () => own.look(key, seconds),
    ),
  async takeBack(key, seconds) {
    await own.takeBack(key, seconds)
    await circuit.through(
      () => shared.takeBack(key, seconds),
      async () => undefined,
    )
  },
  async clear(key, seconds) {
    await own.clear(key, seconds)
    await circuit.through(
      () => shared.clear(key, seconds),
      async () => undefined,
    )
  },
})
