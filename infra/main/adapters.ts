import type { Logger } from 'pino'
import type { DatabaseHealth } from '../../query-service/database/routes.ts'
import { positionCache } from '../../query-service/engine/metadata-cache.ts'
import { featuresOf, maskedDetails } from '../../shared/contract/engine-details.ts'
import { passwordProblem } from '../../shared/kernel/password-policy.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import {
  type ConnectionDetails,
  ConnectionProblem,
  QueryProblem,
} from '../../shared/ports/engine-driver.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import { accessHistories } from '../access/access-histories.ts'
import { evidenceOf } from '../audit/export.ts'
import { chartRenderer } from '../charts/chart-renderer.ts'
import { pngRenderer } from '../charts/png-renderer.ts'
import type { Config } from '../config.ts'
import { engineDrivers } from '../engines/index.ts'
import { engineWriters } from '../engines/writers.ts'
import { fileSpools } from '../file-spools.ts'
import { httpCaller } from '../http-actions/http-caller.ts'
import { openIdProvider } from '../identity/openid-provider.ts'
import { answerBounds, answerMemory } from '../limits/answer-memory.ts'
import { entryThrottle } from '../limits/entry-throttle.ts'
import { limiterKeys } from '../limits/limiter-key.ts'
import { loginThrottle } from '../limits/login-throttle.ts'
import { siteLimiter } from '../limits/site-limiter.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { observedQueryLog } from '../observation/query-log.ts'
import { postgresQueryLog } from '../query-log/postgres-query-log.ts'
import { postgresApiKeys } from '../security/api-keys.ts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { emailKeys } from '../security/email-keys.ts'
import { embeddingTokens } from '../security/embedding-tokens.ts'
import { postgresPasswords } from '../security/passwords.ts'
import { postgresResetTokens } from '../security/reset-tokens.ts'
import { sessionRows } from '../security/session-rows.ts'
import { postgresSessions } from '../security/sessions.ts'
import { setupToken } from '../security/setup-token.ts'
import { postgresVault } from '../security/vault.ts'
import { readModelSettings } from '../settings/settings.ts'
import { siteLinks } from '../settings/site-links.ts'
import { smtpSettingsOf } from '../settings/smtp.ts'
import { postgresAccountMails } from '../side-tables/account-mails.ts'
import { postgresFieldValues } from '../side-tables/field-values.ts'
import { postgresIdSequences } from '../side-tables/id-sequences.ts'
import { postgresIdempotency } from '../side-tables/idempotency.ts'
import { postgresRecentViews } from '../side-tables/recent-views.ts'
import { postgresSubscriptionJobs } from '../side-tables/subscription-jobs.ts'
import { postgresSyncProgress } from '../side-tables/sync-progress.ts'
import { actionTargets } from './action-targets.ts'
import { connectionsOver } from './connections.ts'
import type { LogAdapters } from './log-adapters.ts'
import { ownServers } from './own-servers.ts'
import { queryExaminer } from './query-examiner.ts'
import { withSharedRemovals } from './shared-removals.ts'
import { snippetUses } from './snippet-uses.ts'
import type { Storage } from './storage.ts'
import { version } from './version.ts'
import { actionHistories, cardHistories, dashboardHistories } from './version-histories.ts'

const healthOf =
  (connections: Connections) =>
  async (database: DatabaseRow): Promise<DatabaseHealth> => {
    try {
      const { details } = await connections.targetOf(database)
      const { warning } = await connections.driverOf(database.engine).test(details)
      return { status: 'ok', ...(warning !== undefined && { message: warning }) }
    } catch (error) {
      if (error instanceof ConnectionProblem || error instanceof QueryProblem)
        return { status: 'error', message: error.message }
      throw error
    }
  }

/** Only in its own place: elsewhere its name opens no door. */
const isAt =
  (own: ConnectionDetails) =>
  (given: ConnectionDetails): boolean =>
    (['host', 'port', 'user', 'dbname'] as const).every((key) => given[key] === own[key])

const engineNames: ReadonlyMap<string, string> = new Map([
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MySQL'],
  ['h2', 'H2'],
  ['mongo', 'MongoDB'],
])

const engineList = (engines: Iterable<string>) =>
  Object.fromEntries(
    [...engines].map((engine) => [engine, { 'driver-name': engineNames.get(engine) ?? engine }]),
  )

/** After this nobody is told that a database was deleted: idle connections have ended. */
const visibleMs = 60_000

/** Everything the services ask for through their ports, over one storage. */
export const createAdapters = (
  storage: Storage,
  config: Config,
  log: Logger,
  ofLog: LogAdapters,
) => {
  const { pool, keys } = storage
  const { bus, eventStore, fixedSettings: fixed, now, personalData, progress, views } = ofLog
  const sampleAccess = { engine: 'postgres', details: storage.sample.details }
  const own = ownServers(storage, config)
  const engineOptions = {
    ownEndpoints: own.endpoints,
    isOwnDatabase: isAt(sampleAccess.details),
  }
  const drivers = engineDrivers(engineOptions)
  const writers = engineWriters(engineOptions)
  const limits = siteLimiter(config.redis, log)
  const { limiter } = limits
  const limiterKey = limiterKeys(keys.limits)
  const vault = postgresVault({ pool, keys })
  const connections = withSharedRemovals(connectionsOver(drivers, writers, vault), {
    hints: bus,
    existing: async (ids) => {
      const found = views.selectFrom('databases').select('id').where('id', 'in', ids)
      return (await found.execute()).map(({ id }) => id)
    },
    visible: async () => progress.reached(await eventStore.head(), visibleMs),
    onProblem: (error) => log.warn({ err: error }, 'connections to databases that were deleted'),
  })
  const cache = positionCache()
  const queryLog = observedQueryLog(
    postgresQueryLog({
      pool,
      keepDays: config.queryAuditDays,
      onProblem: (error) => log.warn({ err: error }, 'record of queries'),
    }),
  )
  const noteProblem = (error: unknown) => log.warn({ err: error }, 'when people were last here')
  const rows = sessionRows({ pool, keys, onProblem: noteProblem })
  const logins = { pool, rows, personalData }
  const settings = readModelSettings({
    readRows: () => views.selectFrom('settings').selectAll().execute(),
    vault,
    progress,
    hints: bus,
    fixed,
    now,
  })
  return {
    ...ofLog,
    accessHistories: accessHistories(eventStore),
    actionHistories: actionHistories(eventStore),
    cardHistories: cardHistories(eventStore),
    dashboardHistories: dashboardHistories(eventStore),
    evidence: evidenceOf({ eventStore, seed: keys.evidence, now }),
    settings,
    actionTargets: actionTargets(views),
    queryExaminer: queryExaminer(views, { cache, connections, queryLog, settings, now }),
    queryLog,
    ids: postgresIdSequences(pool),
    idempotency: postgresIdempotency({ pool }),
    subscriptionJobs: postgresSubscriptionJobs(pool, now, bus),
    sessions: postgresSessions({ ...logins, maxAgeSeconds: config.sessionMaxAgeSeconds }),
    apiKeys: postgresApiKeys(logins),
    loginsSettled: logins.rows.settled,
    ownServers: own,
    passwords: postgresPasswords({ pool }),
    passwordProblem: (password: string) => passwordProblem(password, isCommonPassword),
    emailKeys: emailKeys(keys),
    setupToken: setupToken({ pool, keys }),
    resetTokens: postgresResetTokens({ pool, keys }),
    accountMails: postgresAccountMails(pool, bus),
    mailer: smtpMailer({ settings: smtpSettingsOf(settings) }),
    siteLinks: siteLinks({ settings, host: config.host, port: config.port }),
    identityProvider: openIdProvider({
      settings,
      keys,
      onProblem: (error) => log.warn({ err: error }, 'identity provider'),
    }),
    fieldValues: postgresFieldValues(pool),
    recentViews: postgresRecentViews(pool, (error) =>
      log.warn({ err: error }, 'what people look at'),
    ),
    snippetUses: snippetUses(views),
    limits,
    limiter,
    limiterKey,
    throttle: loginThrottle({ limiter, keyOf: limiterKey }),
    entryThrottle: entryThrottle({ limiter, keyOf: limiterKey }),
    drivers,
    writers,
    connections,
    vault,
    sample: { restore: storage.sample.restore, access: () => sampleAccess },
    cache,
    featuresOf,
    mask: maskedDetails,
    checkHealth: healthOf(connections),
    syncProgress: postgresSyncProgress(pool, (error) => log.warn({ err: error }, 'sync progress')),
    engines: engineList(drivers.keys()),
    version,
    embeddingTokens: embeddingTokens(settings, now),
    charts: chartRenderer(),
    pngs: pngRenderer(),
    httpCaller: httpCaller({
      userAgent: `analytics-service/${version.tag}`,
      allowedHosts: async () => {
        const { 'http-action-allowed-hosts': hosts } = await settings.current(
          'http-action-allowed-hosts',
        )
        return hosts
      },
      ownEndpoints: own.endpoints,
    }),
    memory: answerMemory(answerBounds(config.maxResultMb)),
    spools: fileSpools(),
  }
}

export type Adapters = ReturnType<typeof createAdapters>
