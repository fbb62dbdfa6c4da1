import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/** Milliseconds between two signs of life asked of a quiet connection. */
const keepAliveInterval = 30_000

/** Milliseconds the server has to answer on this connection. */
const answerTimeout = 5_000

export type ListenerOptions = {
  /** A server that keeps sessions: no pooler in transaction mode. */
  readonly connection: ClientConfig
  readonly channel: string
  readonly onHint: () => void
  readonly onProblem: (error: unknown) => void
}

/** Milliseconds before the next try: doubling to 5 s, spread so that processes do not march. */
const backOff = (failures: number): number =>
  Math.min(5_000, 100 * 2 ** failures) * (0.5 + Math.random() / 2)

/** Rejects as soon as the connection is gone or the signal aborts. */
const endOf = (client: Client, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the LISTEN connection ended')))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** One connection, from its start to its end; always ends by throwing. */
const listenOnce = async (
  { connection, channel, onHint }: ListenerOptions,
  signal: AbortSignal,
  onReady: () => void,
): Promise<never> => {
  const client = new Client({
    application_name: 'event-store-listener',
    ...connection,
    keepAlive: true,
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  })
  const session = new AbortController()
  const ended = endOf(client, AbortSignal.any([signal, session.signal]))
  const orEnded = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended])
  client.on('notification', onHint)
  try {
    await orEnded(client.connect())
    await orEnded(client.query(`listen ${channel}`))
    onReady()
    onHint() // What was appended while nobody listened is not announced again.
    for (;;) {
      await orEnded(sleep(keepAliveInterval, undefined, { signal: session.signal }))
      await orEnded(client.query('select 1'))
    }
  } finally {
    session.abort()
    await Promise.race([
      client.end().catch(() => undefined),
      sleep(1_000, undefined, { ref: false }),
    ])
  }
}

/** Listens until the signal aborts, on a new connection whenever one is lost. Resolves at the end. */
export const listen = async (options: ListenerOptions, signal: AbortSignal): Promise<void> => {
  let failures = 0
  while (!signal.aborted) {
    try {
      await listenOnce(options, signal, () => {
        failures = 0
      })
    } catch (error) {
      if (signal.aborted) return
      options.onProblem(error)
    }
    await sleep(backOff(failures), undefined, { signal }).catch(() => undefined)
    failures += 1
  }
}
