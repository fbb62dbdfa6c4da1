import pg from 'pg'
import type { Installation } from '../../database/installation.ts'
import { samplePassword, verifierOf } from '../../database/passwords.ts'
import { sharedSampleScript } from '../../embedded/sample/ownership.ts'
import { ensureSampleReader } from '../../embedded/sample/reader.ts'
import { hasSampleData, restoreSampleDatabase, takeTurn } from '../../embedded/sample/restore.ts'
import type { Keys } from '../../keys.ts'
import { type Connect, withClient } from './with-client.ts'

type Options = {
  readonly installation: Installation
  readonly keys: Keys
  readonly isOurs: boolean
  /** A reader that can log in does so as before. */
  readonly keepLogins?: boolean
}

const logsIn = async (client: pg.Client, role: string): Promise<boolean> => {
  const found = await client.query('select from pg_roles where rolname = $1 and rolcanlogin', [
    role,
  ])
  return found.rowCount === 1
}

const shareSample = async (
  client: pg.Client,
  { installation, keys, keepLogins }: Options,
): Promise<void> => {
  const { logins, sampleReader } = installation
  const isKept = keepLogins && (await logsIn(client, sampleReader))
  const secret = isKept ? undefined : pg.escapeLiteral(verifierOf(samplePassword(keys)))
  const script = sharedSampleScript({ ...installation, owner: logins.command }, secret)
  // One query, and so one transaction; a service that is up may restore the rows meanwhile.
  await client.query(`${takeTurn};${script}`)
  if (await hasSampleData(client)) return
  // Its rows belong to who may restore them later.
  await client.query(`set role ${client.escapeIdentifier(logins.command)}`)
  await restoreSampleDatabase(client)
}

/** Lets the sample be read, and nothing else through it. */
export const prepareSample = (connect: Connect, options: Options): Promise<void> =>
  withClient(connect(options.installation.sample), async (client) => {
    const { keys, isOurs } = options
    if (isOurs) await ensureSampleReader(client, samplePassword(keys))
    else await shareSample(client, options)
  })
