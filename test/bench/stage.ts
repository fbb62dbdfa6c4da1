import pg from 'pg'
import { joinEmbeddedPostgres } from '../../infra/embedded/join.ts'
import { postgresHome } from '../../infra/main/storage.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/** What a measurement has at hand. */
export type Stage = {
  readonly quick: boolean
  /** Where pictures go, if any are wanted. */
  readonly pictures: string | undefined
  /** How long a log may become. */
  readonly events: number
  readonly service: ServiceProcess
  readonly dataDirectory: string
  /** As superuser of the service's own Postgres. */
  connection(database: string): pg.ClientConfig
  /** A database of the measurement's own, empty. */
  freshDatabase(name: string): Promise<pg.ClientConfig>
  progress(text: string): void
}

type Options = Pick<Stage, 'quick' | 'pictures' | 'events' | 'progress'>

const recreate = async (connection: pg.ClientConfig, name: string): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

/** Starts the service on a data directory for the length of one measurement. */
export const withStage = async <T>(
  dataDirectory: string,
  options: Options,
  work: (stage: Stage) => Promise<T>,
): Promise<T> => {
  const service = await startServiceProcess(dataDirectory)
  try {
    const server = await joinEmbeddedPostgres(postgresHome(dataDirectory))
    const { host, port, superuser: user, password } = server
    const connection = (database: string) => ({ host, port, user, password, database })
    return await work({
      ...options,
      service,
      dataDirectory,
      connection,
      freshDatabase: async (name) => {
        await recreate(connection('postgres'), name)
        return connection(name)
      },
    })
  } finally {
    await service.stop()
  }
}
