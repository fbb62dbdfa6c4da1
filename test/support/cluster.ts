import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { loadConfig } from '../../infra/config.ts'
import { prepareGiven } from '../../infra/main/given-storage.ts'
import type { Role } from '../../infra/roles.ts'
import { type RoleProcess, startRoleProcess } from './role-process.ts'
import {
  adminEmail,
  adminPassword,
  dropDatabases,
  masterKey,
  sharedServer,
  testEnvironment,
} from './service.ts'

export type ClusterOptions = {
  /** How many processes of each role; of a role that is not named there is none. */
  readonly processes: Readonly<Partial<Record<Role, number>>>
  /** For every process, beside what all have. */
  readonly environment?: Readonly<Record<string, string>>
  /** False: nobody has prepared the database yet. */
  readonly prepared?: boolean
  /** False: answers at once, whether the processes are ready or not. */
  readonly ready?: boolean
  /** Another way to the shared Postgres, for example one that can be cut. */
  readonly by?: { readonly host: string; readonly port: number }
}

/** Processes that share a database of their own on the shared Postgres. */
export type Cluster = {
  readonly processes: readonly RoleProcess[]
  /** One of a role, counted from 0. @throws where there are not so many. */
  one(role: Role, index?: number): RoleProcess
  /** What every process has in its environment; no owner's login is among it. */
  readonly variables: Readonly<Record<string, string>>
  /** The owner's login, for processes and commands that prepare the database. */
  readonly owner: { readonly DATABASE_ADMIN_URL: string }
  /** What `database prepare` does. */
  prepare(): Promise<void>
  /** Starts one more. */
  add(role: Role, more?: Readonly<Record<string, string>>): Promise<RoleProcess>
  /** Logs in at a command process; answers the session token. */
  logIn(username?: string, password?: string): Promise<string>
  /** Leaves nothing behind. */
  stop(): Promise<void>
}

const log = pino({ level: 'silent' })

/** A database of its own for processes, which log in as their roles. */
const placeOn = ({ by }: Pick<ClusterOptions, 'by'>) => {
  const { superuser, password, ...server } = sharedServer()
  const name = `svc_${randomBytes(6).toString('hex')}`
  const { host, port } = { ...server, ...by }
  const login = [superuser, password].map(encodeURIComponent).join(':')
  return {
    names: [name, `${name}_sample`],
    shared: { DATABASE_URL: `postgres://${host}:${port}/${name}`, MASTER_KEY: masterKey },
    owner: { DATABASE_ADMIN_URL: `postgres://${login}@${server.host}:${server.port}/postgres` },
  }
}

/** Starts real processes of the service, by role, on ports of their own. */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { names, shared, owner } = placeOn(options)
  const variables = { ...testEnvironment(), ...shared, ...options.environment }
  const processes: RoleProcess[] = []

  const prepare = async () => {
    const { database, ...config } = loadConfig([], { ...variables, ...owner })
    if (database) await prepareGiven({ ...config, database }, log)
  }
  const add: Cluster['add'] = async (role, more = {}) => {
    const added = await startRoleProcess(role, { ...variables, ...more })
    processes.push(added)
    return added
  }
  const one: Cluster['one'] = (role, index = 0) => {
    const found = processes.filter((it) => it.role === role)[index]
    if (!found) throw new Error(`there is no ${role} process number ${index}`)
    return found
  }
  const stop = async () => {
    await Promise.all(processes.map((it) => it.kill()))
    await dropDatabases(sharedServer(), names)
  }

  try {
    if (options.prepared ?? true) await prepare()
    for (const [role, count] of Object.entries(options.processes))
      for (let n = 0; n < count; n += 1) await add(role as Role)
    if (options.ready ?? true) await Promise.all(processes.map((it) => it.ready()))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...{ processes, variables, owner, one, prepare, add, stop },
    logIn: async (username = adminEmail, password = adminPassword) => {
      const door = processes.find(({ role }) => role === 'command' || role === 'all')
      const answer = await door?.call('POST', '/api/session', { body: { username, password } })
      if (answer?.status !== 200) throw new Error(`login answered ${JSON.stringify(answer?.body)}`)
      return answer.body.id
    },
  }
}
