import { Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'

/** One and the same for what never was, is no more, and is not to be known of. */
export const nothingShared = () => new Refusal('not-found', 'There is nothing here.')

/** What strangers are told of a refusal whose own words could be about what they may not know. */
const sentences: Partial<Record<RefusalKind, string>> = {
  validation: 'This cannot be answered for what was asked.',
  unavailable: 'This cannot be answered now; try again later.',
  overloaded: 'There is too much to do; try again in a moment.',
}

/**
 * Does something for somebody who has not signed in; what keeps it from being done is told without a
 * word about the query, the data, or who may see what.
 * @throws {Refusal} 404 for all there is no sentence for
 */
export const plainly = async <T>(action: () => Promise<T>): Promise<T> => {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const sentence = sentences[error.kind]
    if (sentence === undefined) throw nothingShared()
    const { retryAfter } = error.extras
    throw new Refusal(error.kind, sentence, retryAfter === undefined ? {} : { retryAfter })
  }
}
