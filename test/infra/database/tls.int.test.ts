import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { clientConfigOf } from '../../../infra/database/address.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url))
const certificate = fixture('localhost.crt')

let database: TestDatabase
/** Says what a server says that speaks no TLS, or somebody in between who wants none. */
let silent: Server
/** Leads to the server by another address. */
let aside: Server
const open = new Set<Socket>()

const listening = (host: string, serve: (socket: Socket) => void): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => undefined)
      serve(socket)
    })
    server.listen(0, host, () => resolve(server))
  })

const portOf = (server: Server) => (server.address() as AddressInfo).port

const led = (socket: Socket) => {
  const { port } = new URL(database.url)
  const onward = connect(Number(port), '127.0.0.1')
  open.add(onward)
  onward.on('error', () => socket.destroy())
  socket.pipe(onward).pipe(socket)
}

/** The server's settings; its own configuration file has none of them. */
const set = async (settings: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(settings))
    await database.pool.query(`alter system set ${name} = '${value}'`)
  await database.pool.query('select pg_reload_conf()')
}

/** The server reads its own files: they are written where it may, by itself. */
const keepOnServer = async (name: string): Promise<void> => {
  const text = readFileSync(fixture(name), 'utf8').trim().split('\n')
  const lines = text.map((line) => `('${line}')`).join(', ')
  const program = `umask 077; cat > ${name}`
  await database.pool.query(`copy (values ${lines}) to program '${program}'`)
}

beforeAll(async () => {
  database = await testDatabase()
  for (const name of ['localhost.crt', 'localhost.key']) await keepOnServer(name)
  await set({ ssl_cert_file: 'localhost.crt', ssl_key_file: 'localhost.key', ssl: 'on' })
  silent = await listening('127.0.0.1', (socket) => socket.once('data', () => socket.write('N')))
  aside = await listening('127.0.0.2', led)
  // A server takes up its settings in its own time.
  await until(
    () => over('127.0.0.1', 'sslmode=require'),
    (encrypted) => encrypted === true,
  )
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  for (const server of [silent, aside]) await new Promise((resolve) => server.close(resolve))
  await set({ ssl: 'off' })
  await database.pool.query('alter system reset all')
  await database.pool.query('select pg_reload_conf()')
  await database.drop()
})

/** Whether a connection is encrypted; why there is none. */
const over = async (host: string, query: string, port?: number): Promise<boolean | string> => {
  const address = new URL(database.url)
  address.hostname = host
  if (port) address.port = String(port)
  const client = new pg.Client(clientConfigOf(`${address.href}?${query}`))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0].ssl
  } catch (error) {
    return String((error as Error).message)
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('an address says how much of a proof it wants, and gets it', async () => {
  const root = `sslrootcert=${certificate}`
  expect(await over('127.0.0.1', '')).toBe(false)
  expect(await over('127.0.0.1', 'sslmode=disable')).toBe(false)
  expect(await over('127.0.0.1', 'sslmode=require')).toBe(true)
  expect(await over('127.0.0.1', 'sslmode=verify-full')).toContain('self-signed')
  expect(await over('127.0.0.1', `sslmode=verify-full&${root}`)).toBe(true)
  expect(await over('localhost', `sslmode=verify-full&${root}`)).toBe(true)
})

test('a certificate of another name or number is none', async () => {
  const root = `sslrootcert=${certificate}`
  const port = portOf(aside)
  expect(await over('127.0.0.2', `sslmode=verify-full&${root}`, port)).toContain('127.0.0.2')
  expect(await over('127.0.0.2', `sslmode=verify-ca&${root}`, port)).toBe(true)
  expect(await over('127.0.0.2', `sslmode=require&${root}`, port)).toBe(true)
})

test('who says that there is no encryption is not believed', async () => {
  const at = `127.0.0.1:${portOf(silent)}`
  const address = `postgres://somebody:secret@${at}/analytics?sslmode=require`
  const client = new pg.Client(clientConfigOf(address))
  client.on('error', () => undefined)
  await expect(client.connect()).rejects.toThrow('does not support SSL')
})
