import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { deriveKeys } from '../../infra/keys.ts'
import { rebuild } from '../../infra/main/read-models/rebuild.ts'
import { verify } from '../../infra/main/read-models/verify.ts'
import { personalData } from '../../infra/security/personal-data.ts'
import { coreProjections } from '../../projections/index.ts'

/*
 * A process of its own, in whatever time zone and locale it is started: rebuilds every projection
 * and prints whether each is equal to the one in use. Arguments: connection as JSON, master key in
 * hex.
 */
const [connection = '', masterKey = ''] = process.argv.slice(2)
const config: pg.ClientConfig = JSON.parse(connection)
const pool = new pg.Pool(config)
const workshop = {
  pool,
  eventStore: postgresEventStore({ pool, listen: config }),
  personalData: personalData({ pool, keys: deriveKeys(Buffer.from(masterKey, 'hex')) }),
  projections: coreProjections,
}
const agrees: Record<string, boolean> = {}
for (const { name } of coreProjections) {
  await rebuild(workshop, name, { fresh: true })
  agrees[name] = (await verify(workshop, name)).agrees
}
await workshop.eventStore.close()
await pool.end()
process.stdout.write(
  JSON.stringify({ agrees, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
)
