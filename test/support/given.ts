import { expect } from '@jest/globals'
import { type Decider, decide, fold, type Message } from '../../shared/kernel/decider.ts'
import { Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'

/** What became of a command. */
export type Outcome<E> = {
  /** Exactly these facts, in this order; none when nothing changes. */
  then(...events: readonly E[]): void
  thenRefuses(kind: RefusalKind): void
}

const refusalOf = (attempt: () => unknown): RefusalKind | undefined => {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.kind
    throw error
  }
}

/** `given(...history).when(command).then(...facts)` for one decider. */
export const givenFor =
  <S, C extends Message, E extends Message>(decider: Decider<S, C, E>) =>
  (...history: readonly E[]) => ({
    when: (command: C): Outcome<E> => {
      const run = () => decide(decider, command, fold(decider, history))
      return {
        then: (...events) => expect(run()).toEqual(events),
        thenRefuses: (kind) => expect(refusalOf(run)).toBe(kind),
      }
    },
  })
