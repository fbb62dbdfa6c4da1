import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import { StartupProblem } from '../../startup-problem.ts'
import { credentialsOf } from './address.ts'
import { isFinal, isNotLeader, isOutcomeUnknown, translateError } from './errors.ts'
import type { Patience } from './patience.ts'

export type ConnectionOptions = {
  /** EVENTSTORE_URL. Never logged: it holds the password. */
  readonly url: string
  /** Told of troubles that were got over. */
  readonly onProblem: (error: unknown) => void
}

export type Connection = {
  /** The client of the moment; another one takes its place when it is beyond help. */
  client(): EventStoreDBClient
  /**
   * Handed to each append, which the client then sends in a call of its own. Without, it shares one
   * call among all appends of the process, whose end rejects appends of other clients and whose late
   * replies throw where nobody can catch them.
   */
  readonly credentials: ReturnType<typeof credentialsOf>
  /**
   * Does what may be done twice without harm: reads, and appends that carry their ids and their
   * expected revision. The work is told the milliseconds it has.
   * @throws {Refusal} `unavailable` when trying again does not help, or there is no time for it.
   */
  call<T>(
    patience: Patience,
    work: (client: EventStoreDBClient, milliseconds: number) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

/** Milliseconds before each further try. */
const pauses = [20, 200]

/** Milliseconds between two clients: what a new one does not cure, the next does not either. */
const replaceEvery = 1_000

/** @throws {StartupProblem} in place of the client's own error, which holds the whole address. */
const connect = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(url)
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    throw new StartupProblem(`EVENTSTORE_URL cannot be used: ${said}`)
  }
}

/** One client per process: it keeps state outside of its instances. */
export const openConnection = ({ url, onProblem }: ConnectionOptions): Connection => {
  const retired: EventStoreDBClient[] = []
  let client = connect(url)
  let replacedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  // A client keeps what it learnt of the server, and keeps a failure to learn it as well.
  const replace = (failed: EventStoreDBClient) => {
    if (client !== failed || performance.now() - replacedAt < replaceEvery) return
    replacedAt = performance.now()
    retired.push(failed)
    client = connect(url)
  }

  return {
    client: () => client,
    credentials: credentialsOf(url),
    async call({ each, until = Number.POSITIVE_INFINITY }, work) {
      const left = () => Math.max(1, Math.ceil(Math.min(each, until - performance.now())))
      for (let attempt = 0; ; attempt += 1) {
        const used = client
        try {
          const result = await work(used, left())
          // What the client cuts short itself ends as if it were whole.
          if (isClosed) throw new Error('the event store was closed')
          return result
        } catch (error) {
          const pause = pauses[attempt]
          const isLast = pause === undefined || performance.now() + pause >= until
          if (isLast || isClosed || isFinal(error)) throw translateError(error)
          onProblem(error)
          if (isNotLeader(error) && attempt === 0) continue
          if (!isOutcomeUnknown(error)) replace(used)
          await sleep(pause)
        }
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...retired, client].map((it) => it.dispose()))
    },
  }
}
