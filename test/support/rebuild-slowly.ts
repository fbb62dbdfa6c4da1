import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { rebuild } from '../../infra/main/read-models/rebuild.ts'
import { coreProjections } from '../../projections/index.ts'
import { plainPersonalData } from './command.ts'

/*
 * A process of its own that rebuilds a projection in small, slow steps and prints how far it is, to
 * be killed on the way. Arguments: database, projection.
 */
const [connectionString = '', name = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString })
const people = plainPersonalData()
await rebuild(
  {
    pool,
    eventStore: postgresEventStore({ pool, listen: { connectionString } }),
    projections: coreProjections,
    batch: 100,
    personalData: {
      unlock: async (userIds) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return people.unlock(userIds)
      },
    },
  },
  name,
  { watch: ({ position }) => process.stdout.write(`${position}\n`) },
)
process.stdout.write('complete\n')
process.exit()
