import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { deriveKeys } from '../../infra/keys.ts'
import { digestReadModels } from '../../infra/read-models/digest.ts'
import { postgresProjectionStore } from '../../infra/read-models/projection-store.ts'
import { createSchema } from '../../infra/read-models/swap.ts'
import { personalData } from '../../infra/security/personal-data.ts'
import { coreProjections } from '../../projections/index.ts'
import { replay } from '../../projections/runtime/replay.ts'

/*
 * A process of its own, in whatever time zone and locale it is started: replays a log into a schema
 * and prints the digest of what came out. Arguments: connection as JSON, schema, master key in hex,
 * last position.
 */
const [connection = '', schema = '', masterKey = '', upTo = ''] = process.argv.slice(2)
const config: pg.ClientConfig = JSON.parse(connection)
const pool = new pg.Pool(config)
const keys = deriveKeys(Buffer.from(masterKey, 'hex'))
const eventStore = postgresEventStore({ pool, listen: config })
await createSchema(pool, schema, 'elsewhere')
await replay({
  eventStore,
  personalData: personalData({ pool, keys }),
  projectionStore: postgresProjectionStore(pool, schema),
  projections: coreProjections,
  upTo: BigInt(upTo),
  batch: 17,
})
const digest = await digestReadModels(pool, schema)
await pool.query(`drop schema "${schema}" cascade`)
await pool.end()
process.stdout.write(
  JSON.stringify({ digest, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
)
