import { setTimeout as sleep } from 'node:timers/promises'
import { connect, Events, type NatsConnection } from 'nats'
import type { ObservedBus } from './facts.ts'
import { type LinkWatcher, watchedLink } from './link.ts'
import { natsAddressOf } from './nats-address.ts'
import { subscribers } from './subscribers.ts'
import { countedWire, encode, longestMessage } from './wire.ts'

export type NatsBusOptions = LinkWatcher & {
  /** `nats://user:password@host:4222`; several servers with commas between them. */
  readonly url: string
  /** One word; installations of other names on the same server hear nothing of this one. */
  readonly installation: string
  /** How the server's monitoring shows this process. */
  readonly name: string
  readonly onProblem: (error: unknown) => void
}

/** Milliseconds between two tries at most; spread, so that processes do not march. */
const retryMs = 1_000

const settings = {
  maxReconnectAttempts: -1,
  // A password that is wrong by now may be put right while we run.
  ignoreAuthErrorAbort: true,
  reconnectTimeWait: retryMs / 2,
  reconnectJitter: retryMs / 2,
  timeout: 5_000,
  pingInterval: 10_000,
  // Subscribers of this process are told directly.
  noEcho: true,
} as const

/** Waits no longer than a second for what is under way. */
const end = async (connection: NatsConnection, isConnected: boolean): Promise<void> => {
  const drained = isConnected && connection.drain().catch(() => undefined)
  await Promise.race([drained, sleep(1_000, undefined, { ref: false })])
  await connection.close()
}

/** Hints over NATS. A server that is away delays nothing: not the start, not a call, not the end. */
export const natsBus = (options: NatsBusOptions): ObservedBus => {
  const own = subscribers(options.onProblem)
  const link = watchedLink(options)
  const wire = countedWire(own)
  const prefix = `analytics.${options.installation}.`
  const closing = new AbortController()
  let connection: NatsConnection | undefined

  const isConnected = () => link.state().connected

  const begin = (): void => {
    link.back()
    // Whoever was away while others told of news finds it by looking.
    own.tellAllToLook()
  }

  const follow = async (current: NatsConnection): Promise<void> => {
    let complaint = ''
    for await (const { type, data } of current.status()) {
      if (type === Events.Disconnect) link.lost('the connection was lost')
      if (type === Events.Reconnect) begin()
      // What the server does not let us do, it says each time that we try.
      if (type !== Events.Error || complaint === String(data)) continue
      complaint = String(data)
      options.onProblem(new Error(`NATS: ${complaint}`))
    }
  }

  /** Rejects where the server does not let us hear anything. */
  const subscribe = (current: NatsConnection): Promise<never> =>
    new Promise((_, refuse) => {
      current.subscribe(`${prefix}>`, {
        callback: (error, message) => {
          if (error) return refuse(error)
          const { subject, data } = message
          const text = data.length > longestMessage ? undefined : message.string()
          wire.heard(subject.slice(prefix.length), text)
        },
      })
    })

  /** One connection, which comes back by itself until its client gives it up. Ends by throwing. */
  const stayConnected = async (): Promise<never> => {
    const address = natsAddressOf(options.url)
    const current = await connect({ ...settings, ...address, name: options.name })
    try {
      closing.signal.throwIfAborted()
      connection = current
      follow(current).catch(options.onProblem)
      const refused = subscribe(current)
      await Promise.race([refused, current.flush()])
      begin()
      throw (await Promise.race([refused, current.closed()])) ?? new Error('the connection ended')
    } finally {
      connection = undefined
      await current.close()
    }
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await stayConnected().catch((error) => {
        if (!closing.signal.aborted) link.lost(error)
      })
      const ms = retryMs * (0.5 + Math.random() / 2)
      await sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    publish: (topic, message) => {
      own.tell(topic, message)
      // What is said while nobody hears it is not kept: it would be old news.
      if (!connection || !isConnected() || closing.signal.aborted || connection.isClosed()) return
      connection.publish(prefix + topic, encode(message))
      wire.sent()
    },
    subscribe: own.add,
    facts: () => ({ kind: 'nats', ...link.state(), ...wire.counts() }),
    close: async () => {
      own.clear()
      closing.abort()
      if (connection) await end(connection, isConnected())
      // One that is only being tried is closed as soon as it is there: nobody waits for that.
      running.catch(options.onProblem)
    },
  }
}
