import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from '../postgres/pool.ts'
import { codeOf } from '../postgres/trouble.ts'

/** Times are read as text; a server or role may have another style. */
const dateStyle = '-c datestyle=ISO'

/** Of each of the pools that a process has on its own database. */
export const mostConnections = { own: 20, strangers: 10, patient: 8 } as const

/**
 * Milliseconds without an answer after which a connection is given up: whoever waits on a host that
 * has vanished would do so for ever, and keep it from all the others.
 */
const impatient = { query_timeout: 60_000 }

/** A login for connections that stay, e.g. one that listens. */
export const withDateStyle = (login: pg.ClientConfig): pg.ClientConfig => ({
  ...login,
  options: [login.options, dateStyle].filter(Boolean).join(' '),
})

/** SQLSTATEs of a role that this user may not take, or that is not there. */
const notTheirs: ReadonlySet<string> = new Set(['42501', '22023'])

/**
 * `role`: what a connection is as from its beginning, in place of its user. Where the first finds
 * that the user may not be it, they go on as they are; once one was, none is ever anything else.
 */
type Login = pg.ClientConfig & { readonly role?: string }

/** Connections of a process to its database: as itself, and for what strangers ask for. */
export const openPools = (own: pg.ClientConfig, strangers: Login, log: Logger) => {
  let closing = false
  // The error itself carries the whole client; its words are enough.
  const onLost = ({ message }: Error) => {
    if (!closing) log.warn({ reason: message }, 'a database connection was lost')
  }
  let isTaken = false
  const takeRole = async (client: pg.ClientBase, role: string) => {
    try {
      await client.query(`set role ${client.escapeIdentifier(role)}`)
      isTaken = true
    } catch (error) {
      if (isTaken || !notTheirs.has(codeOf(error))) throw error // The pool lets go of it.
      log.warn({ reason: String(error) }, `strangers are not answered as ${role}`)
    }
  }
  const open = ({ role, ...login }: Login, max: number) =>
    openPool(
      {
        ...withDateStyle(login),
        max,
        idleTimeoutMillis: 60_000,
        ...(role !== undefined && { onConnect: (client) => takeRole(client, role) }),
      },
      onLost,
    )
  const pool = open({ ...own, ...impatient }, mostConnections.own)
  const publicPool = open({ ...strangers, ...impatient }, mostConnections.strangers)
  const patientPool = open(own, mostConnections.patient)
  return {
    pool,
    publicPool,
    patientPool,
    close: async () => {
      closing = true
      await Promise.all([pool.end(), publicPool.end(), patientPool.end()])
    },
  }
}
