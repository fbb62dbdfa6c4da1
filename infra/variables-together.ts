import { roles } from './roles.ts'

/** By name, as they were given. */
export type Variables = Record<string, string | undefined>

/** What is wrong with values beside each other, each of which may be right alone. */
export function problemsTogether(variables: Variables): string[] {
  const isSet = (name: string) => variables[name] !== undefined
  const role = roles.find((known) => known === (variables.ROLE ?? 'all'))
  const missing = ['DATABASE_URL', 'MASTER_KEY'].filter((name) => !isSet(name))
  return [
    ...(isSet('ADMIN_EMAIL') !== isSet('ADMIN_PASSWORD')
      ? ['ADMIN_EMAIL and ADMIN_PASSWORD must be set together.']
      : []),
    ...(isSet('DATABASE_ADMIN_URL') && !isSet('DATABASE_URL')
      ? ['DATABASE_ADMIN_URL needs DATABASE_URL beside it, which names the database to prepare.']
      : []),
    ...(isSet('MASTER_KEY_NEW') && !isSet('MASTER_KEY')
      ? ['MASTER_KEY_NEW needs MASTER_KEY beside it, whose place it takes.']
      : []),
    ...(role === undefined || role === 'all' ? [] : missing).map(
      (name) => `${name} ${whySharedBy[name]}`,
    ),
    ...metricsBesideService(variables),
  ]
}

const everywhere = ['0.0.0.0', '::']
const isPort = /^0*[1-9]\d*$/

/** Two that listen cannot share a port, unless each has an address of its own. */
function metricsBesideService(variables: Variables): string[] {
  const { PORT = '3000', METRICS_PORT = 'auto' } = variables
  const { HOST = '127.0.0.1', METRICS_HOST = '127.0.0.1' } = variables
  const isApart =
    HOST !== METRICS_HOST && ![HOST, METRICS_HOST].some((it) => everywhere.includes(it))
  if (!isPort.test(METRICS_PORT) || Number(METRICS_PORT) !== Number(PORT) || isApart) return []
  return [
    `METRICS_PORT must be another one than ${Number(PORT)}, which the service itself uses (PORT).`,
  ]
}

const whySharedBy: Record<string, string> = {
  DATABASE_URL:
    'is needed with a role other than all: the Postgres that all processes share, ' +
    'such as postgres://example.com:5432/analytics.',
  MASTER_KEY:
    'is needed with a role other than all, and the same for every process: ' +
    '32 random bytes, which openssl rand -hex 32 makes.',
}
