import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryArrayConfig } from 'pg'
import { isConnectionLost } from '../../postgres/trouble.ts'
import { translateError } from './errors.ts'

/** A statement of the store. Named: planned once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Rows as arrays of text, NULL aside: the store decodes what it needs itself. */
export type TextRow = readonly string[]

/** Milliseconds without an answer after which a statement counts as lost. */
const answerTimeout = 10_000

/** Milliseconds before each further try on a new connection. */
const pauses = [20, 200]

const asText = { getTypeParser: () => (value: string) => value }

/** The driver reads `query_timeout` per statement; its types have it only per connection. */
type TimedQuery = QueryArrayConfig & { readonly query_timeout: number }

/**
 * Runs the store's statements as transactions of their own. Each may run twice without harm (reads,
 * and appends that carry their ids), so a lost connection is tried again at once.
 * @throws {Refusal} `unavailable` when that does not help.
 */
export const statementRunner =
  (pool: Pool) =>
  async ({ name, text }: Statement, values: readonly unknown[]): Promise<TextRow[]> => {
    const query: TimedQuery = {
      name,
      text,
      values: [...values],
      rowMode: 'array',
      types: asText,
      query_timeout: answerTimeout,
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await pool.query<string[]>(query)).rows
      } catch (error) {
        const pause = pauses[attempt]
        if (pause === undefined || !isConnectionLost(error)) throw translateError(error)
        await sleep(pause)
      }
    }
  }
