import type { Config } from './config.ts'
import { variableNotes } from './environment.ts'
import { describeFixed, settingVariables } from './settings/variables.ts'

const labelWidth = 28

/** A label too long for its column has a line of its own. */
const labelled = (label: string): string =>
  label.length > labelWidth
    ? `  ${label}\n${' '.repeat(labelWidth + 3)}`
    : `  ${label.padEnd(labelWidth)} `

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const lines = [...variableNotes].map(([name, { about, fallback, secret }]) => {
    const label = secret ? `${name}[_FILE]` : name
    const line = `${labelled(label)}${about}${fallback === undefined ? '' : ` [${fallback}]`}`
    return { line, isSetting: settingVariables.has(name) }
  })
  return [
    'Usage: npm start -- [--port 3000] [--data ./data] [--role all]',
    '',
    'Environment (arguments win; NAME_FILE reads a secret from a file):',
    ...lines.flatMap(({ line, isSetting }) => (isSetting ? [] : [line])),
    '',
    'Settings, which admins change while people work unless a variable says and locks them:',
    ...lines.flatMap(({ line, isSetting }) => (isSetting ? [line] : [])),
    '',
  ].join('\n')
}

const setOrNot = (secret: unknown) => (secret === undefined ? '(not set)' : '(set, not shown)')

/** The configuration as it may be logged: every secret hidden. */
export const describeConfig = (config: Config) => ({
  ...config,
  admin: config.admin && { email: config.admin.email, password: setOrNot(config.admin.password) },
  database: config.database && {
    url: setOrNot(config.database.url),
    adminUrl: setOrNot(config.database.adminUrl),
  },
  eventStoreUrl: setOrNot(config.eventStoreUrl),
  natsUrl: setOrNot(config.natsUrl),
  tracesUrl: setOrNot(config.tracesUrl),
  masterKey: setOrNot(config.masterKey),
  redis: config.redis && { ...config.redis, url: setOrNot(config.redis.url) },
  settings: describeFixed(config.settings),
})
