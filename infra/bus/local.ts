import type { Bus } from '../../shared/ports/bus.ts'
import { subscribers } from './subscribers.ts'

/** Hints within one process, for a service that is one process. */
export const localBus = (onProblem: (error: unknown) => void = () => undefined): Bus => {
  const own = subscribers(onProblem)
  return {
    publish: own.tell,
    subscribe: own.add,
    close: async () => own.clear(),
  }
}
