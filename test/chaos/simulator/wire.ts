import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { Random } from '../random.ts'
import type { Fate, Faults } from './faults.ts'
import type { Life } from './life.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/**
 * A process's way to a server: what is asked for is done there in one moment, and its answer takes
 * some time – or there is none, and nobody knows whether it was done.
 * @throws {Refusal} `unavailable`, as adapters say it.
 */
export type Wire = <T>(
  what: string,
  work: () => Promise<T>,
  /** That it may arrive more than once. */
  options?: { readonly isRepeatable: boolean },
) => Promise<T>

type Options = {
  readonly name: string
  readonly scheduler: Scheduler
  readonly life: Life
  readonly random: Random
  readonly faults: Faults
  readonly trace: Trace
}

/** Milliseconds after which a process takes a call for lost. */
const patience = 3_000

export const wireOf = (options: Options): Wire => {
  const { name, scheduler, life, random, faults, trace } = options
  const travel = (most: number) => life.pass(random.next() * most)

  const givenUp = async (): Promise<never> => {
    await life.pass(patience)
    throw new Refusal('unavailable', 'A server did not answer.', { retryAfter: 1 })
  }

  const unheard = (work: () => Promise<unknown>) => void work().catch(() => undefined)

  const answers: {
    readonly [fate in Fate]: <T>(work: () => Promise<T>) => Promise<T>
  } = {
    fine: async (work) => {
      const answer = work()
      // Whoever waits for the answer hears of a refusal; until then it is nobody's.
      answer.catch(() => undefined)
      await travel(2)
      return answer
    },
    slow: async (work) => {
      await travel(1_500)
      return answers.fine(work)
    },
    'request-lost': givenUp,
    'answer-lost': (work) => {
      unheard(work)
      return givenUp()
    },
    late: (work) => {
      scheduler.after(patience + random.between(0, 4_000), () => unheard(work))
      return givenUp()
    },
    doubled: (work) => {
      unheard(work)
      return answers.fine(work)
    },
    echoed: (work) => {
      scheduler.after(random.between(1, 5_000), () => unheard(work))
      return answers.fine(work)
    },
  }

  return async (what, work, { isRepeatable } = { isRepeatable: false }) => {
    const fate = faults.fateOfCall(isRepeatable)
    if (fate !== 'fine') trace.note(name, `${what}: ${fate}`)
    await travel(2)
    return answers[fate](work)
  }
}
