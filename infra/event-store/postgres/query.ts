import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryArrayConfig } from 'pg'
import { inTime } from '../../limits/in-time.ts'
import { isConnectionLost } from '../../postgres/trouble.ts'
import { translateError } from './errors.ts'

/** A statement of the store. Named: planned once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Rows as arrays of text, NULL aside: the store decodes what it needs itself. */
export type TextRow = readonly string[]

/**
 * Milliseconds for an answer, all tries together and the wait for a connection as well: a request
 * waits for it. An append gives up waiting for those before it earlier.
 */
export const soon = 4_500

/** Milliseconds without an answer after which a statement that nobody waits for counts as lost. */
const answerTimeout = 10_000

/** Milliseconds before each further try on a new connection. */
const pauses = [20, 200]

const asText = { getTypeParser: () => (value: string) => value }

/** The driver reads `query_timeout` per statement; its types have it only per connection. */
type TimedQuery = QueryArrayConfig & { readonly query_timeout: number }

/**
 * Runs the store's statements as transactions of their own. Each may run twice without harm (reads,
 * and appends that carry their ids), so a lost connection is tried again at once.
 * @param within milliseconds for all tries together; absent, each has as long as it takes
 * @throws {Refusal} `unavailable` when that does not help.
 */
export const statementRunner =
  (pool: Pool, within?: number) =>
  async ({ name, text }: Statement, values: readonly unknown[]): Promise<TextRow[]> => {
    const until = performance.now() + (within ?? Number.POSITIVE_INFINITY)
    const ask = async () => {
      const left = Math.max(1, Math.ceil(until - performance.now()))
      const query: TimedQuery = {
        name,
        text,
        values: [...values],
        rowMode: 'array',
        types: asText,
        query_timeout: Math.min(answerTimeout, left),
      }
      const answer = pool.query<string[]>(query)
      return (await (within === undefined ? answer : inTime(answer, left))).rows
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask()
      } catch (error) {
        const pause = pauses[attempt]
        const isLast = pause === undefined || performance.now() + pause >= until
        if (isLast || !isConnectionLost(error)) throw translateError(error)
        await sleep(pause)
      }
    }
  }
