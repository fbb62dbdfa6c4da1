import type { Subscription } from './subscription.ts'

export type WatchOptions = {
  readonly head: () => Promise<bigint>
  /** Milliseconds in which a subscription has to come on while the log does. */
  readonly watchInterval: number
  readonly onProblem: (error: unknown) => void
}

/**
 * Ends a subscription that stays behind without a word: a peer that died silently, a server that
 * forgot it. It has a whole interval for what is in the log at its beginning, and as long as its
 * reader takes. Answers what ends the watch.
 */
export const watchOver = (
  subscription: Subscription,
  { head, watchInterval, onProblem }: WatchOptions,
): (() => void) => {
  let before: { readonly signs: number; readonly head: bigint } | undefined
  const look = async () => {
    const signs = subscription.signs()
    const isSilent = before?.signs === signs && !subscription.intake.isFull()
    if (before && isSilent && before.head > (subscription.position() ?? 0n))
      return subscription.fail(
        new Error(`no event within ${watchInterval} ms, though there are some`),
      )
    before = { signs, head: await head() }
  }
  const timer = setInterval(() => look().catch(onProblem), watchInterval)
  return () => clearInterval(timer)
}
