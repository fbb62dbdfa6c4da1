import { Unanswered } from './errors.ts'

/** How long answers are waited for. */
export type Patience = {
  /** Milliseconds that one try has. */
  readonly each: number
  /** When the last try ends, on the clock of `performance.now()`; absent, nobody waits for it. */
  readonly until?: number
}

/** The client waits for ever in places: for a reply that was lost, for a peer that died silently. */
export const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Unanswered(`no answer within ${milliseconds} ms`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
    // It may still fail, when nobody waits for it any more.
    work.catch(() => undefined)
  }
}
