import { Refusal, type RefusalKind } from './refusal.ts'

/** What comes of some work; undefined where that is refused for one of these reasons. */
export const unlessRefused = async <T>(
  work: Promise<T>,
  ...kinds: readonly RefusalKind[]
): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && kinds.includes(error.kind)) return undefined
    throw error
  }
}
