import type { Config } from './config.ts'
import { variableNotes } from './environment.ts'
import { describeFixed } from './settings/variables.ts'

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const variables = [...variableNotes].map(([name, { about, fallback, secret }]) => {
    const label = secret ? `${name}[_FILE]` : name
    return `  ${label.padEnd(28)} ${about}${fallback === undefined ? '' : ` [${fallback}]`}`
  })
  return [
    'Usage: npm start -- [--port 3000] [--data ./data]',
    '',
    'Environment (arguments win; NAME_FILE reads a secret from a file):',
    ...variables,
  ].join('\n')
}

const setOrNot = (secret: unknown) => (secret === undefined ? '(not set)' : '(set, not shown)')

/** The configuration as it may be logged: every secret hidden. */
export const describeConfig = (config: Config) => ({
  ...config,
  admin: config.admin && { email: config.admin.email, password: setOrNot(config.admin.password) },
  masterKey: setOrNot(config.masterKey),
  redis: config.redis && { ...config.redis, url: setOrNot(config.redis.url) },
  settings: describeFixed(config.settings),
})
