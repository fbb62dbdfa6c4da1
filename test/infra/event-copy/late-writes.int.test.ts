import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { type CopyLab, copyLab } from '../../support/copy-lab.ts'
import { collect, someEvent } from '../../support/events.ts'

/*
 * Somebody's write is acknowledged after the last look at the log, and before the log moves.
 */
let lab: CopyLab
beforeEach(async () => {
  lab = await copyLab()
  await lab.fill(2)
})
afterEach(() => lab.drop())

/** Of the reads of one switch, the one by which the last of it is compared. */
const lastRead = 3

/** The other store, at whose last read something happens. */
const meanwhile = (happens: () => Promise<unknown>): EventStore => {
  let reads = 0
  return {
    ...lab.eventStoreDb,
    async *readAll(options) {
      reads += 1
      const nth = reads
      yield* lab.eventStoreDb.readAll(options)
      if (nth === lastRead) await happens()
    },
  }
}

const endTheStop = `
select pg_terminate_backend(pid, 10000) from pg_locks
 where locktype = 'advisory' and granted
   and database = (select oid from pg_database where datname = current_database())`

const idsIn = async (store: EventStore) => (await collect(store.readAll())).map(({ id }) => id)

test('a stop of writes that ended too early moves nothing, and the next one moves all', async () => {
  const late = someEvent({ late: true })
  const store = meanwhile(async () => {
    expect((await lab.database.pool.query(endTheStop)).rowCount).toBe(1)
    await lab.postgres.append('late-1', 'no_stream', [late])
  })
  const { problems } = await lab.copyThere(['--switch'], { store })
  expect(problems.join()).toContain('Something was recorded after the last look at the log')
  await lab.postgres.append('late-2', 'no_stream', [someEvent()])

  expect((await lab.copyThere(['--switch'])).problems).toEqual([])
  expect(await idsIn(lab.continued)).toContain(late.id)
  expect(await idsIn(lab.continued)).toEqual(await idsIn(lab.postgres))
})

test('a log does not come back while somebody writes to it, or is there again', async () => {
  expect((await lab.copyThere(['--switch'])).problems).toEqual([])
  await lab.endSessions()
  const late = someEvent({ late: true })
  const written = meanwhile(async () => {
    await lab.continued.append('late-1', 'no_stream', [late])
    await lab.endSessions()
  })
  const { problems } = await lab.copyBack(['--switch'], { store: written })
  expect(problems.join()).toContain('Something was recorded after the last look at the log')

  const there = meanwhile(() => lab.database.pool.query('select'))
  const again = await lab.copyBack(['--switch'], { store: there })
  expect(again.problems.join()).toContain('Stop every process of the service first')
  await lab.endSessions()
  await expect(lab.postgres.append('late-2', 'no_stream', [someEvent()])).rejects.toThrow('moved')
  await lab.endSessions()

  expect((await lab.copyBack(['--switch'])).problems).toEqual([])
  expect(await idsIn(lab.postgres)).toContain(late.id)
})
