import type { ObservedBus } from './facts.ts'
import { subscribers } from './subscribers.ts'

/** Hints within one process, for a service that is one process. */
export const localBus = (onProblem: (error: unknown) => void = () => undefined): ObservedBus => {
  const own = subscribers(onProblem)
  return {
    publish: own.tell,
    subscribe: own.add,
    facts: () => ({ kind: 'local', connected: true, published: 0, received: 0, ignored: 0 }),
    close: async () => own.clear(),
  }
}
