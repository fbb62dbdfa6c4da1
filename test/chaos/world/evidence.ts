import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { deriveKeys } from '../../../infra/keys.ts'
import { failuresInUse } from '../../../infra/read-models/builds.ts'
import { personalData } from '../../../infra/security/personal-data.ts'
import type { Calm, Evidence, Run, Span } from '../invariants/evidence.ts'
import type { Sent } from '../ledger.ts'
import { dumpOf } from './dump.ts'
import { exportProblems } from './export.ts'
import type { WorldLog } from './log.ts'
import { poolOn } from './postgres.ts'
import { rebuiltDump } from './rebuilt.ts'

type Place = {
  /** Superuser's, on the database of the service and past all proxies. */
  readonly database: string
  readonly masterKey: string
  readonly log: Pick<WorldLog, 'open' | 'events'>
}

type Known = {
  readonly ledger: readonly Sent[]
  readonly calm: Calm
  readonly runs: readonly Run[]
  readonly faults: readonly Span[]
}

/** Builds in use and what they hold, all at one moment. */
const inUse = async (pool: pg.Pool) => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ projection: string; position: string }>(
      `select projection, position from projections.builds where state = 'active'`,
    )
    const builds = rows.map((row) => ({ ...row, position: BigInt(row.position) }))
    return { builds, live: await dumpOf(client) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const tries = 100
const pauseMs = 100

/** Both as they are while nothing comes in: the service has work of its own, of which each may lack some. */
const atRest = async (pool: pg.Pool, log: Pick<WorldLog, 'events'>) => {
  for (let attempt = 1; ; attempt += 1) {
    const used = await inUse(pool)
    const events = await log.events()
    const head = events.at(-1)?.position ?? 0n
    const isAtRest = used.builds.every(({ position }) => position === head)
    if (isAtRest || attempt === tries) return { ...used, events }
    await sleep(pauseMs)
  }
}

/** Reads what the invariants are about: the log, the read models, and both again from zero. */
export const gatherEvidence = async (place: Place, known: Known): Promise<Evidence> => {
  const { database, masterKey, log } = place
  const pool = poolOn(database)
  const keys = deriveKeys(Buffer.from(masterKey, 'hex'))
  const eventStore = log.open()
  try {
    const { events, builds, live } = await atRest(pool, log)
    const failures = await failuresInUse(pool)
    const head = events.at(-1)?.position ?? 0n
    return {
      ...known,
      events,
      builds,
      live,
      failures: failures.map(({ stream, error }) => `${stream}: ${error}`),
      rebuilt: await rebuiltDump(database, eventStore, personalData({ pool, keys }), head),
      chain: await exportProblems(eventStore, keys.evidence),
    }
  } finally {
    await eventStore.close()
    await pool.end()
  }
}
