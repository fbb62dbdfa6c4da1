import type { Logger } from 'pino'
import { webhookKind } from '../../command-service/subscription/channels.ts'
import { actionProjection } from '../../projections/action.ts'
import { databaseProjection } from '../../projections/database.ts'
import { subscriptionProjection } from '../../projections/subscription.ts'
import type { ActionReads } from '../../shared/ports/action-reads.ts'
import type { BackgroundReads } from '../../shared/ports/background-reads.ts'
import type { SubscriptionReads } from '../../shared/ports/subscription-reads.ts'
import type { Adapters } from './adapters.ts'
import { settingSecrets } from './setting-secrets.ts'

type Stores = Pick<
  Adapters,
  | 'eventStore'
  | 'sessions'
  | 'resetTokens'
  | 'idempotency'
  | 'vault'
  | 'fieldValues'
  | 'projectionStore'
  | 'queryLog'
> & { readonly reads: Pick<BackgroundReads, 'databases'> } & {
  readonly actionReads: Pick<ActionReads, 'secrets'>
  readonly subscriptionReads: Pick<SubscriptionReads, 'subscriptions'>
}

const hourMs = 3_600_000

/** Younger than this, it may belong to a request under way. */
const graceSeconds = 3_600

/**
 * Clears away what an interrupted request left behind: secrets and values no database has.
 * Does nothing while a database's row may not tell which secret it has.
 */
export const sweepLeftovers = async (
  stores: Omit<
    Stores,
    | 'eventStore'
    | 'actionReads'
    | 'subscriptionReads'
    | 'sessions'
    | 'resetTokens'
    | 'idempotency'
    | 'queryLog'
  >,
) => {
  const databases = await stores.reads.databases()
  const failures = await stores.projectionStore.failures()
  if (failures.some(({ projection }) => projection === databaseProjection.name)) return
  const references = databases.flatMap(({ secret_ref }) => secret_ref ?? [])
  await stores.vault.sweep('database', references, graceSeconds)
  const ids = databases.map(({ id }) => id)
  await stores.fieldValues.sweep(ids, graceSeconds)
}

/** The same for secrets that no action has any more. */
export const sweepActionSecrets = async (
  stores: Pick<Stores, 'actionReads' | 'projectionStore' | 'vault'>,
) => {
  const references = await stores.actionReads.secrets()
  const failures = await stores.projectionStore.failures()
  if (failures.some(({ projection }) => projection === actionProjection.name)) return
  await stores.vault.sweep('action', references, graceSeconds)
}

/** The same for addresses of chats that no subscription has any more. */
export const sweepWebhooks = async (
  stores: Pick<Stores, 'subscriptionReads' | 'projectionStore' | 'vault'>,
) => {
  const subscriptions = await stores.subscriptionReads.subscriptions()
  const failures = await stores.projectionStore.failures()
  if (failures.some(({ projection }) => projection === subscriptionProjection.name)) return
  const references = subscriptions.flatMap(({ channels }) =>
    channels.flatMap(({ webhookRef }) => webhookRef ?? []),
  )
  await stores.vault.sweep(webhookKind, references, graceSeconds)
}

/** The same for what no setting has any more; a mail that is being sent may still want it. */
export const sweepSettingSecrets = async (stores: Pick<Stores, 'eventStore' | 'vault'>) =>
  stores.vault.sweep('setting', await settingSecrets(stores), graceSeconds)

export type ClearingOut = { stop(): Promise<void> }

/** Removes what has expired and what was left behind: at once and then every hour. */
export const startClearingOut = (stores: Stores, log: Logger): ClearingOut => {
  const steps = [
    () => stores.sessions.prune(),
    () => stores.resetTokens.prune(),
    () => stores.idempotency.prune(),
    () => stores.queryLog.arrange(),
    () => sweepLeftovers(stores),
    () => sweepSettingSecrets(stores),
    () => sweepActionSecrets(stores),
    () => sweepWebhooks(stores),
  ]
  let stopped = false
  let underWay: Promise<unknown> = Promise.resolve()
  const clearOut = () => {
    const attempts = steps.map((step) =>
      step().catch((error) => {
        if (!stopped) log.warn({ err: error }, 'clearing out failed')
      }),
    )
    underWay = Promise.all(attempts)
  }
  const timer = setInterval(clearOut, hourMs)
  timer.unref()
  clearOut()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await underWay
    },
  }
}
