import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { h2Driver } from '../../infra/engines/h2/driver.ts'
import { mysqlDriver } from '../../infra/engines/mysql/driver.ts'
import { engineDefaults } from '../../infra/engines/options.ts'
import { postgresDriver } from '../../infra/engines/postgres/driver.ts'
import { exportCaps } from '../../query-service/engine/limits.ts'
import type { Catalogue } from '../../query-service/engine/mbql/catalogue.ts'
import { type CompileOptions, compileMbql } from '../../query-service/engine/mbql/compile.ts'
import { collectRows, type JsonRow } from '../../query-service/engine/shape/rows.ts'
import { timeZone } from '../../query-service/engine/shape/time-zone.ts'
import type {
  CatalogueSnapshot,
  CompiledQuery,
  ConnectionDetails,
  ConnectionTarget,
  EngineDriver,
  QueryOptions,
} from '../../shared/ports/engine-driver.ts'
import { createH2Database, dropH2Database, h2Url, runOnH2, templateName } from './h2-databases.ts'
import { catalogueOf, fieldRow, tableRow } from './shop-catalogue.ts'

export type LabEngine = 'postgres' | 'mysql' | 'h2'
export const labEngines: readonly LabEngine[] = ['postgres', 'mysql', 'h2']

/** A customer's database on a real server, read through the engine's driver. */
export type EngineLab = {
  readonly engine: LabEngine
  /** The database as its owner reaches it. */
  readonly target: ConnectionTarget
  /** Statements run one by one as the owner, past the driver. */
  run(...statements: string[]): Promise<void>
  /** What a sync would know after the last `run`. Table ids count from 1, a table's field ids from 100 × its id. */
  catalogue(): Promise<Catalogue>
  read(query: CompiledQuery, options?: Partial<QueryOptions>): Promise<readonly JsonRow[]>
  /** Compiles and runs a structured query. */
  ask(mbql: unknown, options?: Partial<CompileOptions & QueryOptions>): Promise<readonly JsonRow[]>
  close(): Promise<void>
}

type Server = {
  readonly url: URL
  readonly driver: EngineDriver
  /** On the server itself where no database is named. */
  readonly run: (database: string | undefined, statements: readonly string[]) => Promise<void>
  /** Upper and lower case of all letters, not only of ASCII. */
  readonly create: (database: string) => Promise<void>
  readonly drop: (database: string) => Promise<void>
}

/** Where databases are made and dropped in SQL. */
const bySql = (
  run: Server['run'],
  creating: string,
  dropping: string,
): Pick<Server, 'create' | 'drop'> => ({
  create: (database) => run(undefined, [`create database ${database} ${creating}`]),
  drop: (database) => run(undefined, [`drop database ${database} ${dropping}`]),
})

const urlOf = (variable: string): URL => {
  const url = process.env[variable]
  if (!url) throw new Error(`no ${variable}: run this test in the jest project "int"`)
  return new URL(url)
}

const postgresServer = (): Server => {
  const url = urlOf('TEST_POSTGRES_URL')
  const run: Server['run'] = async (database, statements) => {
    const address = new URL(url)
    if (database !== undefined) address.pathname = `/${database}`
    const client = new Client({ connectionString: address.href })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  return {
    url,
    driver: postgresDriver(engineDefaults),
    run,
    ...bySql(run, `template template0 lc_ctype 'C.UTF-8'`, 'with (force)'),
  }
}

const mysqlServer = (): Server => {
  const url = urlOf('TEST_MARIADB_URL')
  const run: Server['run'] = async (database, statements) => {
    const address = new URL(url)
    if (database !== undefined) address.pathname = `/${database}`
    const connection = await createConnection(address.href)
    for (const statement of statements) await connection.query(statement)
    await connection.end()
  }
  return {
    url,
    driver: mysqlDriver(engineDefaults),
    run,
    ...bySql(run, 'character set utf8mb4', ''),
  }
}

const h2Server = (): Server => {
  const url = h2Url()
  return {
    url,
    driver: h2Driver(engineDefaults),
    run: async (database = templateName, statements) => {
      await runOnH2(url, database, statements)
    },
    create: async (database) => createH2Database(url, database),
    drop: (database) => dropH2Database(url, database),
  }
}

const serverOf: { readonly [E in LabEngine]: () => Server } = {
  postgres: postgresServer,
  mysql: mysqlServer,
  h2: h2Server,
}

const toCatalogue = (engine: LabEngine, { tables, foreignKeys }: CatalogueSnapshot): Catalogue => {
  const ids = tables.map((table, index) => ({ id: index + 1, table }))
  const fieldId = (tableName: string, fieldName: string): number | null => {
    const found = ids.find(({ table }) => table.name === tableName)
    const place = found?.table.fields.findIndex(({ name }) => name === fieldName) ?? -1
    return found && place >= 0 ? found.id * 100 + place : null
  }
  const target = (table: string, field: string): number | null => {
    const key = foreignKeys.find((one) => one.table === table && one.field === field)
    return key ? fieldId(key.targetTable, key.targetField) : null
  }
  return catalogueOf(
    engine,
    ids.map(({ id, table }) => tableRow(id, engine === 'mysql' ? '' : table.schema, table.name)),
    ids.flatMap(({ id, table }) =>
      table.fields.map((field, index) =>
        fieldRow(id * 100 + index, id, field.name, field.baseType, {
          database_type: field.databaseType,
          position: field.position,
          primary_key: field.primaryKey,
          fk_target_field_id: target(table.name, field.name),
        }),
      ),
    ),
  )
}

export const openLab = async (engine: LabEngine): Promise<EngineLab> => {
  const server = serverOf[engine]()
  const dbname = `lab_${randomBytes(6).toString('hex')}`
  await server.create(dbname)
  const details: ConnectionDetails = {
    host: server.url.hostname,
    port: Number(server.url.port),
    dbname,
    user: server.url.username,
    password: server.url.password,
  }
  const target = { databaseId: 1, version: '1', details }
  const signal = AbortSignal.timeout(120_000)

  let synced: Promise<Catalogue> | undefined
  const sync = async () => toCatalogue(engine, await server.driver.introspect(target, signal))

  const lab: EngineLab = {
    engine,
    target,
    run: (...statements) => {
      synced = undefined
      return server.run(dbname, statements)
    },
    catalogue: () => {
      synced ??= sync()
      return synced
    },
    read: async (query, options = {}) => {
      const stream = await server.driver.query(target, query, {
        signal,
        timeoutMs: 30_000,
        origin: 'compiled',
        timeZone: 'UTC',
        ...options,
      })
      const zone = timeZone(options.timeZone ?? 'UTC')
      return (await collectRows(stream, { rows: 100_000 }, zone)).data
    },
    ask: async (mbql, options = {}) => {
      const compiled = compileMbql(mbql, await lab.catalogue(), { maxRows: exportCaps, ...options })
      return lab.read(compiled.compiled, options)
    },
    close: async () => {
      await server.driver.close()
      await server.drop(dbname)
    },
  }
  return lab
}
