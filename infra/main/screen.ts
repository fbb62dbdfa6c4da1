import { resolve } from 'node:path'
import { permissionsPage } from '../../shared/contract/pages.ts'
import type { Config } from '../config.ts'
import { logFile, logPlace } from '../logger.ts'
import type { Running } from './service.ts'
import { version } from './version.ts'

const howToLogIn = ({ url, setupToken }: Running, { admin }: Config): string[] => {
  if (setupToken !== undefined)
    return [
      'Nobody is set up yet. Create the first admin:',
      '',
      `  curl -X POST ${url}/api/setup -H 'Content-Type: application/json' -d '{`,
      `    "token": "${setupToken}",`,
      '    "user": {"email": "you@example.com", "password": "choose a good one",',
      '             "first_name": "Ada", "last_name": "Lovelace"}}\'',
      '',
      'It answers {"id": "<token>"}: send that as the header X-Service-Session.',
    ]
  const who = admin ? admin.email : 'your e-mail address'
  return [
    'Log in:',
    '',
    `  curl -X POST ${url}/api/session -H 'Content-Type: application/json' \\`,
    `    -d '{"username": "${who}", "password": "..."}'`,
    '',
    'It answers {"id": "<token>"}: send that as the header X-Service-Session.',
  ]
}

/** What the tour and the command line take for granted. */
const usualUrl = 'http://127.0.0.1:3000'
const usualData = resolve('data')

const tourCommand = ({ url }: Running): string =>
  url === usualUrl ? 'npm run tour' : `npm run tour -- --url ${url}`

const onOtherData = ({ dataDirectory }: Config): string[] =>
  dataDirectory === usualData ? [] : [`Commands: npm run cli -- --data ${dataDirectory} --help`]

/** One process that is the whole service, for whoever sits at its terminal. */
const lines = (service: Running, config: Config, seconds: number): string[] => [
  '',
  `Analytics Service ${version.tag} is ready (${seconds.toFixed(1)} s)`,
  '',
  `  Address    ${service.url}`,
  `  API docs   ${service.url}/api/docs`,
  `  Audit      ${service.url}${permissionsPage.path}`,
  ...(service.metricsUrl ? [`  Metrics    ${service.metricsUrl}`] : []),
  ...(config.database
    ? ['  Data       in the Postgres of DATABASE_URL']
    : [`  Data       ${config.dataDirectory}`]),
  `  Limits     ${service.limits ?? ''}`,
  ...(logPlace(config) === 'file' ? [`  Log        ${logFile(config.dataDirectory)}`] : []),
  '',
  ...howToLogIn(service, config),
  '',
  `See it at work: ${tourCommand(service)}, in another terminal.   Stop: Ctrl-C.`,
  ...(config.database ? [] : onOtherData(config)),
  '',
]

/** What somebody sees who has just started the whole service. */
export const startScreen = (service: Running, config: Config, seconds: number): string =>
  lines(service, config, seconds).join('\n')
