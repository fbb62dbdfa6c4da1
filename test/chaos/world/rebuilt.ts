import { randomBytes } from 'node:crypto'
import { postgresProjectionStore } from '../../../infra/read-models/projection-store.ts'
import { coreProjections } from '../../../projections/index.ts'
import { replay } from '../../../projections/runtime/replay.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import type { PersonalData } from '../../../shared/ports/personal-data.ts'
import { emptyReadModels } from '../../support/read-models.ts'
import type { Dump } from '../invariants/evidence.ts'
import { dumpOf } from './dump.ts'
import { ask, poolOn } from './postgres.ts'

/** The log from its first event on, folded into an empty schema in a database of its own. */
export const rebuiltDump = async (
  server: string,
  eventStore: EventStore,
  personalData: Pick<PersonalData, 'unlock'>,
  upTo: bigint,
): Promise<Dump> => {
  const name = `rebuilt_${randomBytes(6).toString('hex')}`
  await ask(server, `create database ${name} template template0`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const pool = poolOn(address.href)
  try {
    await emptyReadModels(pool)
    await replay({
      eventStore,
      projectionStore: postgresProjectionStore(pool, coreProjections),
      projections: coreProjections,
      personalData,
      upTo,
    })
    const client = await pool.connect()
    try {
      return await dumpOf(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
    await ask(server, `drop database ${name} with (force)`)
  }
}
