import { randomBytes } from 'node:crypto'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import { startPostgres } from './postgres.ts'

export type CustomerEngine = 'postgres' | 'mysql'

/** What an administrator types into `details`. */
export type CustomerDetails = {
  readonly host: string
  readonly port: number
  readonly dbname: string
  readonly user: string
  readonly password: string
}

/** A customer's database on a real server that is not the service's own. */
export type Customer = {
  readonly engine: CustomerEngine
  /** Of an ordinary user with all rights on this database and none beyond. */
  readonly details: CustomerDetails
  /** Who may do anything on the server. */
  readonly administrator: Pick<CustomerDetails, 'user' | 'password'>
  /** Runs statements past the service, on what belongs to the user; answers the last one's rows. */
  run(...statements: string[]): Promise<Rows>
  /** Statements of the ordinary user at work now, or those of them that hold a text. */
  running(text?: string): Promise<number>
  /** Ends all sessions of the ordinary user, the hard way. */
  killSessions(): Promise<void>
  /** Another, empty database on the same server for the same user. */
  another(): Promise<Customer>
  /** Drops the database and makes it anew, empty. */
  recreate(): Promise<void>
  /** Drops the database, and stops the server where it was started for it. */
  close(): Promise<void>
}

type Rows = readonly Record<string, unknown>[]

type Server = {
  readonly url: URL
  readonly engine: CustomerEngine
  run(database: string | undefined, statements: readonly string[]): Promise<Rows>
  readonly words: {
    createUser(user: string, password: string): string
    grant(database: string, user: string): readonly string[]
    /** What an administrator makes is to be the user's. */
    become(user: string): readonly string[]
    readonly running: (user: string, text: string) => string
    readonly sessions: (user: string) => string
    readonly end: (id: number) => string
    drop(database: string): string
    dropUser(user: string): string
  }
  stop(): Promise<void>
}

const postgresServer = async (): Promise<Server> => {
  const server = await startPostgres()
  const url = new URL(server.url)
  return {
    url,
    engine: 'postgres',
    async run(database, statements) {
      const address = new URL(url)
      if (database !== undefined) address.pathname = `/${database}`
      const client = new Client({ connectionString: address.href })
      client.on('error', () => undefined)
      await client.connect()
      try {
        let rows: Record<string, unknown>[] = []
        for (const statement of statements) ({ rows } = await client.query(statement))
        return rows
      } finally {
        await client.end()
      }
    },
    words: {
      createUser: (user, password) => `create role ${user} login password '${password}'`,
      grant: (database, user) => [
        `alter database ${database} owner to ${user}`,
        `revoke connect on database ${database} from public`,
      ],
      become: (user) => [`set role ${user}`],
      running: (user, text) => `select count(*)::int as n from pg_stat_activity
        where usename = '${user}' and state = 'active' and query like '%${text}%'`,
      sessions: (user) => `select pid as id from pg_stat_activity where usename = '${user}'`,
      end: (id) => `select pg_terminate_backend(${id})`,
      drop: (database) => `drop database ${database} with (force)`,
      dropUser: (user) => `drop role ${user}`,
    },
    stop: server.stop,
  }
}

const mysqlServer = async (): Promise<Server> => {
  const address = process.env.TEST_MARIADB_URL
  if (!address) throw new Error('no test MariaDB: run this test in the jest project "int"')
  const url = new URL(address)
  return {
    url,
    engine: 'mysql',
    async run(database, statements) {
      const target = new URL(url)
      if (database !== undefined) target.pathname = `/${database}`
      const connection = await createConnection(target.href)
      try {
        let rows: Record<string, unknown>[] = []
        for (const statement of statements)
          [rows] = await connection.query<RowDataPacket[]>(statement)
        return rows
      } finally {
        await connection.end()
      }
    },
    words: {
      createUser: (user, password) => `create user ${user} identified by '${password}'`,
      grant: (database, user) => [`grant all on ${database}.* to ${user}`],
      become: () => [],
      running: (user, text) => `select count(*) as n from information_schema.processlist
        where user = '${user}' and command <> 'Sleep' and coalesce(info, '') like '%${text}%'`,
      sessions: (user) => `select id from information_schema.processlist where user = '${user}'`,
      end: (id) => `kill connection ${id}`,
      drop: (database) => `drop database ${database}`,
      dropUser: (user) => `drop user ${user}`,
    },
    stop: async () => undefined,
  }
}

const starters = { postgres: postgresServer, mysql: mysqlServer } as const

type User = { readonly name: string; readonly password: string }

const openDatabase = async (
  server: Server,
  user: User,
  close: (drop: () => Promise<void>) => Promise<void>,
): Promise<Customer> => {
  const dbname = `customer_${randomBytes(4).toString('hex')}`
  const { words } = server
  const create = [`create database ${dbname}`, ...words.grant(dbname, user.name)]
  await server.run(undefined, create)
  const customer: Customer = {
    engine: server.engine,
    details: {
      host: server.url.hostname,
      port: Number(server.url.port),
      dbname,
      user: user.name,
      password: user.password,
    },
    administrator: { user: server.url.username, password: server.url.password },
    run: (...statements) => server.run(dbname, [...words.become(user.name), ...statements]),
    async running(text = '') {
      const [row] = await server.run(undefined, [words.running(user.name, text)])
      return Number(row?.n)
    },
    async killSessions() {
      const sessions = await server.run(undefined, [words.sessions(user.name)])
      // One may have ended of itself meanwhile.
      for (const { id } of sessions)
        await server.run(undefined, [words.end(Number(id))]).catch(() => undefined)
    },
    async recreate() {
      await server.run(undefined, [words.drop(dbname), ...create])
    },
    another: () => openDatabase(server, user, (drop) => drop()),
    close: () =>
      close(async () => {
        await server.run(undefined, [words.drop(dbname)])
      }),
  }
  return customer
}

/** A database of the suite's own, empty, for a user of its own. */
export const openCustomer = async (engine: CustomerEngine): Promise<Customer> => {
  const server = await starters[engine]()
  const user = {
    name: `reader_${randomBytes(4).toString('hex')}`,
    password: `pw_${randomBytes(12).toString('hex')}`,
  }
  await server.run(undefined, [server.words.createUser(user.name, user.password)])
  return openDatabase(server, user, async (drop) => {
    await drop()
    await server.run(undefined, [server.words.dropUser(user.name)]).catch(() => undefined)
    await server.stop()
  })
}
