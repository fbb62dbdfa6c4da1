import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, type Notification } from 'pg'
import { untilAborted } from '../until-aborted.ts'

/** Milliseconds between two signs of life asked of a quiet connection. */
const keepAliveInterval = 30_000

/** Milliseconds the server has to answer on this connection. */
const answerTimeout = 5_000

export type ListenerOptions = {
  /** A server that keeps sessions: no pooler in transaction mode. */
  readonly connection: ClientConfig
  /** What the server calls the connection. */
  readonly name: string
  readonly channels: readonly string[]
  /**
   * What others said. Undefined once it listens, for the first time or again: what was said before
   * is not said anew.
   */
  readonly onHint: (hint: Pick<Notification, 'channel' | 'payload'> | undefined) => void
  readonly onProblem: (error: unknown) => void
}

export type Listener = {
  isListening(): boolean
  /** Tells everybody else; false, and nobody hears of it, while the connection is away. */
  notify(channel: string, payload: string): boolean
  /** Resolves when what was told is on its way, or never will be. */
  flushed(): Promise<void>
  /** Resolves after the signal aborted. */
  readonly ended: Promise<void>
}

/** Milliseconds before the next try: doubling to 5 s, spread so that processes do not march. */
const backOff = (failures: number): number =>
  Math.min(5_000, 100 * 2 ** failures) * (0.5 + Math.random() / 2)

/** Aborts as soon as the connection is gone or the signal aborts. */
const endOf = (client: Client, signal: AbortSignal): AbortSignal => {
  const ended = new AbortController()
  client.on('error', (error) => ended.abort(error))
  client.on('end', () => ended.abort(new Error('the LISTEN connection ended')))
  signal.addEventListener('abort', () => ended.abort(signal.reason), { once: true })
  return ended.signal
}

/** One connection, from its start to its end; always ends by throwing. */
const listenOnce = async (
  { connection, name, channels, onHint }: ListenerOptions,
  signal: AbortSignal,
  onReady: (client: Client) => void,
): Promise<never> => {
  const client = new Client({
    application_name: name,
    ...connection,
    keepAlive: true,
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  })
  const session = new AbortController()
  const ended = endOf(client, AbortSignal.any([signal, session.signal]))
  const orEnded = <T>(work: Promise<T>): Promise<T> => untilAborted(work, ended)
  try {
    await orEnded(client.connect())
    const { rows } = await orEnded(client.query<{ own: number }>('select pg_backend_pid() as own'))
    client.on('notification', (hint) => {
      if (hint.processId !== rows[0]?.own) onHint(hint)
    })
    for (const channel of channels)
      await orEnded(client.query(`listen ${client.escapeIdentifier(channel)}`))
    onReady(client)
    onHint(undefined)
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

/** Listens until the signal aborts, on a new connection whenever one is lost. */
export const listen = (options: ListenerOptions, signal: AbortSignal): Listener => {
  let client: Client | undefined
  let told: Promise<unknown> = Promise.resolve()

  const run = async (): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await listenOnce(options, signal, (ready) => {
          client = ready
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) return
        options.onProblem(error)
      } finally {
        client = undefined
      }
      await sleep(backOff(failures), undefined, { signal }).catch(() => undefined)
      failures += 1
    }
  }

  return {
    isListening: () => client !== undefined,
    notify: (channel, payload) => {
      // Whatever is wrong with the connection, its reader learns of it.
      const telling = client?.query('select pg_notify($1, $2)', [channel, payload])
      if (telling) told = telling.catch(() => undefined)
      return telling !== undefined
    },
    flushed: async () => {
      await Promise.race([told, sleep(1_000, undefined, { ref: false })])
    },
    ended: run(),
  }
}
