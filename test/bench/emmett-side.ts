import { randomUUID } from 'node:crypto'
import {
  getPostgreSQLEventStore,
  postgreSQLEventStoreConsumer,
} from '@event-driven-io/emmett-postgresql'
import { samplePayload } from './sample-payload.ts'

/**
 * Emmett at the same work, in a process of its own: loading it changes how the pg package reads
 * numbers. Arguments: connection string, work, number of events. Prints `<events> in <s> s`.
 */

const [connectionString = '', work = '', wanted = ''] = process.argv.slice(2)
const count = Number(wanted)
const connections = 16
const batch = 100

const event = () => ({ type: 'UserProfileChanged' as const, data: samplePayload() })

const eventStore = getPostgreSQLEventStore(connectionString)

const appendTo = async (stream: string, events: number, atOnce: number): Promise<number> => {
  for (let done = 0; done < events; done += atOnce)
    await eventStore.appendToStream(stream, Array.from({ length: atOnce }, event), {
      expectedStreamVersion: done === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(done),
    })
  return events
}

/** What was delivered, which after appends at once need not be all there is. */
const consume = async (): Promise<number> => {
  let seen = 0
  const consumer = postgreSQLEventStoreConsumer({
    connectionString,
    stopWhen: { noMessagesLeft: true },
    // Its own default rests 50 ms after every 100 events, which would measure the rest.
    pulling: { batchSize: 1_000, pullingFrequencyInMs: 1 },
  })
  consumer.reactor({
    processorId: randomUUID(),
    startFrom: 'BEGINNING',
    eachMessage: () => {
      seen += 1
    },
  })
  await consumer.start()
  return seen
}

const works: Record<string, () => Promise<number>> = {
  'one by one': () => appendTo(`user-${randomUUID()}`, count, 1),
  'at once': async () => {
    const share = count / connections
    const appends = Array.from({ length: connections }, () =>
      appendTo(`user-${randomUUID()}`, share, 1),
    )
    return (await Promise.all(appends)).reduce((sum, events) => sum + events, 0)
  },
  'in batches': () => appendTo(`user-${randomUUID()}`, count, batch),
  consume,
}

await eventStore.schema.migrate()
// The first call of a process opens connections and prepares.
await appendTo(`warm-up-${randomUUID()}`, 1, 1).catch(() => undefined)
const began = performance.now()
const events = await works[work]?.()
process.stdout.write(`${events} in ${(performance.now() - began) / 1_000} s\n`)
await eventStore.close()
process.exit(0)
