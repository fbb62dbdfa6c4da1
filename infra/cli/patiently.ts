import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { CliContext } from './context.ts'

const mostTries = 60

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable'

/** Repeats work that may be repeated, once a second, while a server it needs is away. */
export const patiently = async <T>(
  work: () => Promise<T>,
  { note, signal }: Pick<CliContext, 'note' | 'signal'>,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || tries === mostTries) throw error
      if (tries === 1) note('A store is away for the moment; trying again.')
      await sleep(1_000, undefined, { signal })
    }
  }
}
