import * as database from '../../../shared/contract/database.ts'
import type { Example, Examples, World } from './example.ts'

const sample = ({ databaseId }: World) => ({ id: databaseId })
const own = async (world: World) => ({ id: await world.newDatabase() })

/** Nothing listens there: the answer to a connection that cannot be made. */
const nowhere: Example['body'] = () => ({
  name: 'Nowhere',
  engine: 'postgres',
  details: { host: '127.0.0.1', port: 1, dbname: 'none', user: 'nobody', password: 'unused' },
})

const change: Example['body'] = () => ({
  name: 'Our sample',
  settings: { 'database-enable-actions': true },
})

export const databaseExamples: Examples = [
  [database.listDatabases, { query: 'include=tables' }],
  [database.getDatabase, { params: sample, query: 'include=tables.fields' }],
  [database.createDatabase, { body: nowhere, status: 400 }],
  [database.updateDatabase, { params: sample, body: change }],
  [database.deleteDatabase, { params: own }],
  [database.validateDatabase, { body: nowhere }],
  [database.checkDatabaseHealth, { params: sample }],
  [database.syncSchema, { params: sample }],
  [database.rescanValues, { params: sample }],
  [database.discardValues, { params: sample }],
  [database.restoreSampleDatabase, {}],
  [database.listSchemas, { params: sample }],
  [database.listTablesOfSchema, { params: (world) => ({ ...sample(world), schema: 'public' }) }],
  [database.listTablesWithoutSchema, { params: sample, status: 404 }],
  [database.getMetadata, { params: sample, query: 'schema=public' }],
  [database.listFieldsOfDatabase, { params: sample }],
  [database.listIdFields, { params: sample }],
  [database.suggestCompletions, { params: sample, query: 'query=ord' }],
]
