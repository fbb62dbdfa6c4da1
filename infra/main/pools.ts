import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from '../postgres/pool.ts'

/** Times are read as text; a server or role may have another style. */
const dateStyle = '-c datestyle=ISO'

const mostConnections = { own: 20, strangers: 10 } as const

/** A login for connections that stay, e.g. one that listens. */
export const withDateStyle = (login: pg.ClientConfig): pg.ClientConfig => ({
  ...login,
  options: [login.options, dateStyle].filter(Boolean).join(' '),
})

/** Connections of a process to its database: as itself, and for what strangers ask for. */
export const openPools = (own: pg.ClientConfig, strangers: pg.ClientConfig, log: Logger) => {
  let closing = false
  // The error itself carries the whole client; its words are enough.
  const onLost = ({ message }: Error) => {
    if (!closing) log.warn({ reason: message }, 'a database connection was lost')
  }
  const open = (login: pg.ClientConfig, max: number) =>
    openPool({ ...withDateStyle(login), max, idleTimeoutMillis: 60_000 }, onLost)
  const pool = open(own, mostConnections.own)
  const publicPool = open(strangers, mostConnections.strangers)
  return {
    pool,
    publicPool,
    close: async () => {
      closing = true
      await Promise.all([pool.end(), publicPool.end()])
    },
  }
}
