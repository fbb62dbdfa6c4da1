import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RateClass } from '../shared/contract/endpoint.ts'
import { type Environment, environment, notes } from './environment.ts'
import { readSecretFile } from './secrets.ts'
import { StartupProblem } from './startup-problem.ts'

export type RateLimit = { points: number; seconds: number }

export type Config = {
  host: string
  /** 0 takes any free port. */
  port: number
  metrics: { host: string; port: number | 'auto' | 'off' }
  /** Absolute. */
  dataDirectory: string
  /** Creates the first admin at the first start. */
  admin: { email: string; password: string } | undefined
  /** Undefined: generated into the data directory. */
  masterKey: string | undefined
  embeddingKey: string | undefined
  /** In the words of a content security policy. */
  frameAncestors: { embed: string; public: string }
  sessionMaxAgeSeconds: number
  queryTimeoutMs: number
  /** MiB. */
  maxResultMb: number
  queryAuditDays: number
  projectionWaitMs: number
  /** How many reverse proxies stand in front, whose X-Forwarded-For is believed. */
  trustedProxies: number
  logLevel: Environment['LOG_LEVEL']
  rateLimits: Record<RateClass, RateLimit>
}

type Variables = Record<string, string | undefined>

const flags = {
  port: { type: 'string', short: 'p' },
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
    ...(given.data === undefined ? {} : { DATA_DIR: given.data }),
  }
  const parsed = environment.safeParse(variables)
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push(sentence(String(path[0]), message, variables))
  }
  if ((variables.ADMIN_EMAIL === undefined) !== (variables.ADMIN_PASSWORD === undefined)) {
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
  }
  if (!parsed.success || problems.length > 0) throw new StartupProblem(...new Set(problems))
  return toConfig(parsed.data)
}

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
  for (const [name, schema] of Object.entries(environment.shape)) {
    const value = notes.get(schema)?.secret
      ? readSecret(name, env, problems)
      : env[name] || undefined
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
  const schema = Object.entries(environment.shape).find(([key]) => key === name)?.[1]
  const hidden = !schema || notes.get(schema)?.secret
  return `${name} ${message}${hidden ? '' : `, not "${variables[name]}"`}.`
}

const toConfig = (read: Environment): Config => ({
  host: read.HOST,
  port: read.PORT,
  metrics: { host: read.METRICS_HOST, port: read.METRICS_PORT },
  dataDirectory: resolve(read.DATA_DIR),
  admin:
    read.ADMIN_EMAIL !== undefined && read.ADMIN_PASSWORD !== undefined
      ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD }
      : undefined,
  masterKey: read.MASTER_KEY,
  embeddingKey: read.EMBEDDING_SECRET_KEY,
  frameAncestors: { embed: read.EMBED_FRAME_ANCESTORS, public: read.PUBLIC_FRAME_ANCESTORS },
  sessionMaxAgeSeconds: read.SESSION_MAX_AGE,
  queryTimeoutMs: read.QUERY_TIMEOUT * 1000,
  maxResultMb: read.MAX_RESULT_MB,
  queryAuditDays: read.QUERY_AUDIT_DAYS,
  projectionWaitMs: read.PROJECTION_WAIT_MS,
  trustedProxies: read.TRUST_PROXY,
  logLevel: read.LOG_LEVEL,
  rateLimits: {
    login: read.RATE_LIMIT_LOGIN,
    query: read.RATE_LIMIT_QUERY,
    metadata: read.RATE_LIMIT_METADATA,
    write: read.RATE_LIMIT_WRITE,
    public: read.RATE_LIMIT_PUBLIC,
    embed: read.RATE_LIMIT_EMBED,
  },
})
