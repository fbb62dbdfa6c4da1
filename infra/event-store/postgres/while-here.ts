import type { Pool } from 'pg'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { LogMoved } from '../log-moved.ts'
import { statementRunner } from './query.ts'

const elsewhere = {
  name: 'side.log_elsewhere',
  text: `select store from side.log_home where store <> 'postgres'`,
}

/**
 * The log of a process that was told to look in Postgres. Once it has moved, what is read here is
 * the past: whoever decides by that could acknowledge what never happened. It is asked after each
 * read, so what was read was the log at that time.
 * @throws {LogMoved} at the end of a read
 */
export const whileHere = (store: EventStore, pool: Pool): EventStore => {
  const run = statementRunner(pool)
  const assertHere = async () => {
    if ((await run(elsewhere, [])).length > 0) throw new LogMoved()
  }
  return {
    ...store,
    async *readStream(stream, options) {
      yield* store.readStream(stream, options)
      await assertHere()
    },
    async *readAll(options) {
      yield* store.readAll(options)
      await assertHere()
    },
    async head() {
      const head = await store.head()
      await assertHere()
      return head
    },
  }
}
