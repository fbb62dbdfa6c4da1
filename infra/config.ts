import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { FixedSettings } from '../shared/settings/catalogue.ts'
import { type Environment, environment, variableNotes } from './environment.ts'
import type { RedisConfig } from './limits/site-limiter.ts'
import type { Role } from './roles.ts'
import { readSecretFile } from './secrets.ts'
import { fixedSettings } from './settings/variables.ts'
import { StartupProblem } from './startup-problem.ts'
import { problemsTogether, type Variables } from './variables-together.ts'

export type Config = {
  role: Role
  host: string
  /** 0 takes any free port. */
  port: number
  metrics: { host: string; port: number | 'auto' | 'off' }
  /** Absolute. */
  dataDirectory: string
  /** Undefined: an embedded Postgres in the data directory. */
  database: DatabaseConfig | undefined
  /** Undefined: the log is in Postgres. */
  eventStoreUrl: string | undefined
  /** Undefined: hints between processes go by Postgres. */
  natsUrl: string | undefined
  /** Where traces go; undefined: there are none. */
  tracesUrl: string | undefined
  /** Creates the first admin at the first start. */
  admin: { email: string; password: string } | undefined
  /** Undefined: generated into the data directory. */
  masterKey: string | undefined
  /** The one that takes its place, while it does. */
  newMasterKey: string | undefined
  /** In the words of a content security policy. */
  frameAncestors: { embed: string; public: string }
  sessionMaxAgeSeconds: number
  /** MiB. */
  maxResultMb: number
  queryAuditDays: number
  projectionWaitMs: number
  /** How many reverse proxies stand in front, whose X-Forwarded-For is believed. */
  trustedProxies: number
  logLevel: Environment['LOG_LEVEL']
  /** What is said here nobody can change over the API. */
  settings: FixedSettings
  /** Undefined: calls are counted in memory. */
  redis: RedisConfig | undefined
}

/** A Postgres of the operator's. */
export type DatabaseConfig = {
  /** Without a user, each role logs in as a database role of its own. */
  readonly url: string
  /** The same as its owner; undefined: somebody else prepares it. */
  readonly adminUrl: string | undefined
}

const flags = {
  port: { type: 'string', short: 'p' },
  role: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Whether the arguments ask for `helpText` rather than for a service. */
export const wantsHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h')

/**
 * Reads arguments and environment, once; arguments win.
 * @throws {StartupProblem} that names everything wrong with them at once.
 */
export function loadConfig(args: readonly string[], env: Variables): Config {
  const problems: string[] = []
  const given = readArguments(args, problems)
  const variables: Variables = {
    ...readVariables(env, problems),
    ...(given.port === undefined ? {} : { PORT: given.port }),
    ...(given.role === undefined ? {} : { ROLE: given.role }),
    ...(given.data === undefined ? {} : { DATA_DIR: given.data }),
  }
  const parsed = environment.safeParse(variables)
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push(sentence(String(path[0]), message, variables))
  }
  const settings = fixedSettings(variables, (name, message) =>
    problems.push(sentence(name, message, variables)),
  )
  if (given.data !== undefined && variables.DATABASE_URL !== undefined) problems.push(twoPlaces)
  problems.push(...problemsTogether(variables))
  if (!parsed.success || problems.length > 0) throw new StartupProblem(...new Set(problems))
  return toConfig(parsed.data, settings)
}

/** Whoever names a directory would be answered by other data. */
const twoPlaces =
  '--data and DATABASE_URL each say where the data is; keep one of them. ' +
  'Without the variable (env -u DATABASE_URL …) it is the directory.'

function readArguments(args: readonly string[], problems: string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values
  } catch (error) {
    // Node's own sentence, without the error's name and the advice that follows.
    const [said = ''] = String(error)
      .replace(/^\w+( \[\w+\])?: /, '')
      .split(/[.\n]/)
    problems.push(`${said}. See npm start -- --help.`)
    return {}
  }
}

/** The variables by name; an empty one counts as not set, unless it is a secret. */
function readVariables(env: Variables, problems: string[]): Variables {
  const read: Variables = {}
  for (const [name, { secret }] of variableNotes) {
    const value = secret ? readSecret(name, env, problems) : env[name] || undefined
    if (value !== undefined) read[name] = value
  }
  return read
}

function readSecret(name: string, env: Variables, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name]
  if (env[name] !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one of them.`)
    return undefined
  }
  try {
    return readSecretFile(file)
  } catch {
    problems.push(`${name}_FILE names ${file}, which cannot be read.`)
    return undefined
  }
}

function sentence(name: string, message: string, variables: Variables): string {
  const note = variableNotes.get(name)
  return `${name} ${message}${!note || note.secret ? '' : `, not "${variables[name]}"`}.`
}

const toConfig = (read: Environment, settings: FixedSettings): Config => ({
  role: read.ROLE,
  host: read.HOST,
  port: read.PORT,
  metrics: { host: read.METRICS_HOST, port: read.METRICS_PORT },
  dataDirectory: resolve(read.DATA_DIR),
  database:
    read.DATABASE_URL === undefined
      ? undefined
      : { url: read.DATABASE_URL, adminUrl: read.DATABASE_ADMIN_URL },
  eventStoreUrl: read.EVENTSTORE_URL,
  natsUrl: read.NATS_URL,
  tracesUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT,
  admin:
    read.ADMIN_EMAIL !== undefined && read.ADMIN_PASSWORD !== undefined
      ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD }
      : undefined,
  masterKey: read.MASTER_KEY,
  newMasterKey: read.MASTER_KEY_NEW,
  frameAncestors: { embed: read.EMBED_FRAME_ANCESTORS, public: read.PUBLIC_FRAME_ANCESTORS },
  sessionMaxAgeSeconds: read.SESSION_MAX_AGE,
  maxResultMb: read.MAX_RESULT_MB,
  queryAuditDays: read.QUERY_AUDIT_DAYS,
  projectionWaitMs: read.PROJECTION_WAIT_MS,
  trustedProxies: read.TRUST_PROXY,
  logLevel: read.LOG_LEVEL,
  settings,
  redis:
    read.REDIS_URL === undefined
      ? undefined
      : { url: read.REDIS_URL, timeoutMs: read.REDIS_TIMEOUT_MS },
})
