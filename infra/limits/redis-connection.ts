import { Redis } from 'ioredis'
import { Late } from './in-time.ts'

/** Milliseconds between tries to connect. */
const longestPauseMs = 1_000
/** Milliseconds to say goodbye in: what does not answer is not asked whether one may go. */
const partingMs = 100

/** Errors of Redis may repeat what was sent: their first word says enough (`NOAUTH`, `OOM`). */
const firstWord = /^[A-Z]{2,30}\b/

/** What may be logged of a failure: a code, nothing of addresses and secrets. */
export const redisReason = (error: unknown): string => {
  if (error instanceof Late) return 'no answer in time'
  const { code, message = '' } = error as NodeJS.ErrnoException
  return code ?? firstWord.exec(message)?.[0] ?? 'no connection'
}

type Hooks = {
  readonly onReady: () => void
  /** The connection is gone, or did not come about. */
  readonly onClosed: (reason: string) => void
}

export type RedisConnection = {
  readonly redis: Redis
  /** Connects, and again whenever the connection is gone. */
  open(hooks: Hooks): void
  close(): void
}

/**
 * A connection that comes back by itself, given `connectMs` each time until it can be used. Commands
 * wait for none: without it they fail at once, and those under way fail with it and are not sent
 * again.
 */
export const redisConnection = (url: string, connectMs: number): RedisConnection => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    disconnectTimeout: partingMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, longestPauseMs),
    // After a failover the name leads to another server.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
  let silence: NodeJS.Timeout | undefined
  return {
    redis,
    open({ onReady, onClosed }) {
      let problem: unknown
      // Who takes a connection may still say nothing in it: the package would wait for ever.
      redis.on('connect', () => {
        silence = setTimeout(() => redis.disconnect(true), connectMs)
      })
      redis.on('error', (error) => {
        problem = error
      })
      redis.on('close', () => {
        clearTimeout(silence)
        onClosed(redisReason(problem ?? {}))
      })
      redis.on('ready', () => {
        clearTimeout(silence)
        problem = undefined
        onReady()
      })
      // What went wrong is told by the events.
      redis.connect().catch(() => undefined)
    },
    close() {
      clearTimeout(silence)
      redis.removeAllListeners('close')
      redis.disconnect()
    },
  }
}
