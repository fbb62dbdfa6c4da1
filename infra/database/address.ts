import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { checkServerIdentity } from 'node:tls'
import type { ClientConfig } from 'pg'
import { StartupProblem } from '../startup-problem.ts'

type Files = { readonly ca?: string; readonly cert?: string; readonly key?: string }

/**
 * Whose certificate may be on the other side, as libpq has it: a root certificate raises `require`
 * to `verify-ca`. pg's own reading of addresses differs between its versions and checks the name
 * `localhost` where a server is named by its number, so neither is left to it.
 */
const tlsByMode: Readonly<
  Record<string, (host: string, files: Files) => false | ConnectionOptions>
> = {
  disable: () => false,
  require: (host, files) =>
    files.ca === undefined
      ? { ...files, rejectUnauthorized: false }
      : (tlsByMode['verify-ca']?.(host, files) ?? false),
  'verify-ca': (_, files) => ({
    ...files,
    rejectUnauthorized: true,
    checkServerIdentity: () => undefined,
  }),
  'verify-full': (host, files) => ({
    ...files,
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  }),
}

const fileParameters = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

const readable = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupProblem(`The ${name} of a database address, ${path}, cannot be read.`)
  }
}

const filesOf = (parameters: URLSearchParams): Files =>
  Object.fromEntries(
    Object.entries(fileParameters).flatMap(([name, member]) => {
      const path = parameters.get(name)
      return path ? [[member, readable(name, path)]] : []
    }),
  )

const modes = Object.keys(tlsByMode).join(', ')

const known: ReadonlySet<string> = new Set(['sslmode', ...Object.keys(fileParameters)])

/** What is misread would be a hole, so what is not known stops the start. */
const tlsOf = (host: string, parameters: URLSearchParams): false | ConnectionOptions => {
  const unknown = [...parameters.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartupProblem(
      `A database address says ${unknown.join(', ')}; only ${[...known].join(', ')} are understood.`,
    )
  const mode =
    parameters.get('sslmode') ?? (parameters.has('sslrootcert') ? 'verify-full' : 'disable')
  const tls = Object.hasOwn(tlsByMode, mode) ? tlsByMode[mode] : undefined
  if (!tls)
    throw new StartupProblem(
      `A database address says sslmode=${mode}; it must be one of ${modes}. Others encrypt only ` +
        'where nobody in between objects.',
    )
  return tls(host, filesOf(parameters))
}

/**
 * How to connect to `postgres://[user[:password]@]host[:port]/database?sslmode=…&sslrootcert=…`.
 * Without `sslmode` in the clear; with a root certificate alone, `verify-full`.
 * @throws {StartupProblem} for what is not understood and files that cannot be read
 */
export const clientConfigOf = (address: string): ClientConfig => {
  const url = new URL(address)
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  return {
    host,
    port: url.port === '' ? 5_432 : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.username !== '' && { user: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    ssl: tlsOf(host, url.searchParams),
  }
}
