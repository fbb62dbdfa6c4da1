import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import pino from 'pino'
import { withScratch } from '../../infra/cli/with-scratch.ts'
import { loadConfig } from '../../infra/config.ts'
import { type Service, startService } from '../../infra/main/service.ts'
import { openStorage } from '../../infra/main/storage.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { copySample } from './sample-template.ts'
import { callAt, dropDatabases, masterKey, sharedServer, testEnvironment } from './service.ts'
import { runCommand } from './terminal.ts'
import { testDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })

/** Every row of every read model in use, as text. */
export const readModelRows = async (pool: Pool): Promise<Record<string, readonly string[]>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.views
      where table_schema = 'rm' and table_name <> 'checkpoint' order by 1`,
  )
  const all: Record<string, readonly string[]> = {}
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(
      `select row_to_json(it)::text as row from rm.${name} it order by 1`,
    )
    all[name] = found.rows.map(({ row }) => row)
  }
  return all
}

/** Files of backups, databases to restore them into, and the command that does both. */
export const backupLab = async () => {
  const home = await mkdtemp(join(tmpdir(), 'backup-'))
  const server = sharedServer()
  const { host, port, superuser: user, password } = server
  const databases: string[] = []

  const backup = (database: string, args: readonly string[], store?: EventStore) =>
    runCommand(['backup', ...args], {
      withOwner: (work) =>
        work({
          connection: { host, port, user, password, database },
          openEventStoreDb: store && (() => ({ ...store, close: async () => undefined })),
        }),
    })

  return {
    fileNamed: (name: string) => join(home, name),
    /** `backup …` as the owner of a database; with a store, that one is EventStoreDB. */
    backup,
    /** The same on a server of its own, as a drill has it. */
    drill: (file: string) =>
      runCommand(['backup', 'drill', file], {
        withScratch: (work) =>
          withScratch(loadConfig(['--data', home], { MASTER_KEY: masterKey }), log, work),
      }),
    /** Asks as the owner, and leaves no session behind. */
    async ask(database: string, sql: string) {
      const client = new Client({ host, port, user, password, database })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    async emptyDatabase() {
      const database = await testDatabase()
      databases.push(database.name)
      return database
    },
    /** A service on a database that was restored. */
    async startOn(database: string): Promise<Service & { call: ReturnType<typeof callAt> }> {
      const suffix = randomBytes(6).toString('hex')
      const names = { service: database, sample: `smp_${suffix}`, role: `app_${suffix}` }
      databases.push(names.sample)
      await copySample({ host, port, user, password }, names.sample)
      const storage = await openStorage(server, { dataDirectory: home, masterKey, log, names })
      const config = loadConfig(['--port', '0', '--data', home], testEnvironment({ unset: true }))
      const service = await startService(storage, config, log)
      const stop = async () => {
        await service.stop()
        await storage.stop()
      }
      return { ...service, stop, call: callAt(service.url) }
    },
    async close() {
      await rm(home, { recursive: true, force: true })
      await dropDatabases(server, databases)
    },
  }
}

export type BackupLab = Awaited<ReturnType<typeof backupLab>>
