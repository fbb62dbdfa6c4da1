import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { UnfinishedRestore } from '../backup/restore-mark.ts'
import type { Front } from '../http/front.ts'
import { codeOf, unavailable } from '../postgres/trouble.ts'

/** Something is not there yet, which passes without us. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
  /** For everybody: says nothing of where it is, or of how to get in. */
  readonly state: string

  /** @param reason for whoever reads logs */
  constructor(state: string, reason: string = state) {
    super(reason)
    this.state = state
  }
}

/** Has this tried until what it needs is there, telling meanwhile which part that is. */
export type Patience = <T>(part: string, attempt: () => Promise<T>) => Promise<T>

type Options = {
  readonly front: Pick<Front, 'lacks' | 'has'>
  readonly log: Logger
  /** Whoever waits does so no longer. */
  readonly signal: AbortSignal
}

const longestDelayMs = 1_000

/** What is waited for is said again after this many tries. */
const tellEvery = 30

type Missing = { readonly state: string; readonly reason: string }

/** SQLSTATEs of a database nobody has prepared yet, for this master key: what is missing there. */
const unprepared: readonly (readonly [codes: RegExp, state: string, advice: string])[] = [
  [
    /^28/,
    'login refused',
    // A server does not tell a stranger which of the two it is.
    'MASTER_KEY may not be the one this was prepared with; where it has not been prepared yet, run',
  ],
  [/^(3D000|3F000|42P01|42501)/, 'not prepared', 'It has not been prepared: run'],
]

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What something waits for that passes without us; undefined for any other error. */
export const whatIsMissing = (error: unknown): Missing | undefined => {
  if (error instanceof NotYet) return { state: error.state, reason: error.message }
  const reason = wordsOf(error)
  // Whoever restores may be about to end, or told to do it again.
  if (error instanceof UnfinishedRestore) return { state: error.state, reason }
  const [, state, advice] = unprepared.find(([codes]) => codes.test(codeOf(error))) ?? []
  if (state) return { state, reason: `${reason}. ${advice} database prepare.` }
  const refusal = error instanceof Refusal ? error : unavailable(error)
  return refusal?.kind === 'unavailable' ? { state: 'not reachable', reason } : undefined
}

/** Waits for what passes, with back-off; anything else is thrown at once. */
export const patience =
  ({ front, log, signal }: Options): Patience =>
  async (part, attempt) => {
    front.lacks(part, 'not reached yet')
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted()
      try {
        const found = await attempt()
        front.has(part)
        if (tries > 0) log.info({ part }, `found: ${part}`)
        return found
      } catch (error) {
        const missing = whatIsMissing(error)
        if (missing === undefined) throw error
        front.lacks(part, missing.state)
        if (tries % tellEvery === 0)
          log.warn({ part, reason: missing.reason }, `waiting for: ${part}`)
        await setTimeout(Math.min(100 * 2 ** tries, longestDelayMs), undefined, { signal })
      }
    }
  }
