import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Source } from './source.ts'

/** A page says what the API refuses in the words of people who follow links; with the same status. */
export const inPlainWords = async <T>({ refusals }: Source, asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { [error.kind]: words }: Partial<Record<string, string>> = refusals
    throw words === undefined ? error : new Refusal(error.kind, words, error.extras)
  }
}
