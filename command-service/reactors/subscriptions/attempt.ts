import type { StopReason } from '../../../shared/events/subscription.ts'
import type { HttpCaller } from '../../../shared/ports/http-caller.ts'
import type { Mailer } from '../../../shared/ports/mailer.ts'
import type {
  MadeReport,
  ReportMedium,
  ReportOrder,
  Reports,
} from '../../../shared/ports/reports.ts'
import type { Settings } from '../../../shared/ports/settings.ts'
import type { SubscriptionJob } from '../../../shared/ports/subscription-jobs.ts'
import type { SubscriptionReads } from '../../../shared/ports/subscription-reads.ts'
import type { Vault } from '../../../shared/ports/vault.ts'
import type { ShownChannel, SubscriptionRow } from '../../../shared/views/subscription.ts'
import { deliverChat } from './chat.ts'
import type { Delivery, Hold } from './delivery.ts'
import { deliverMail } from './mail.ts'
import { mailRecipients } from './recipients.ts'

export type AttemptDependencies = {
  readonly reads: Pick<SubscriptionReads, 'activeUsers'>
  readonly reports: Reports
  readonly mailer: Mailer
  readonly httpCaller: HttpCaller
  readonly settings: Pick<Settings, 'get'>
  readonly vault: Pick<Vault, 'open'>
}

/** One time that a channel of a subscription is to be sent. */
export type Sending = {
  readonly job: SubscriptionJob
  readonly subscription: SubscriptionRow
  readonly channel: ShownChannel
  /** Names it: `send-7`, or when it was due. */
  readonly run: string
  /** No other try follows: what there is by now is sent. */
  readonly isLast: boolean
}

export const orderOf = (it: SubscriptionRow): ReportOrder => ({
  dashboardId: it.dashboard_id,
  readerId: it.creator_id,
  name: it.name,
  cards: it.cards,
  parameters: it.parameters,
})

const nothing = (outcome: Delivery['outcome'], reason: string): Delivery => ({
  outcome,
  reason,
  sentTo: 0,
})

/** What mails are from, for their ids; any name will do that nobody else uses. */
const hostOf = async ({ settings }: AttemptDependencies): Promise<string> => {
  const site = await settings.get('site-url')
  const from = await settings.get('email-from-address')
  return (site && new URL(site).hostname) || from?.split('@').at(-1) || 'localhost'
}

const byMail = async (
  dependencies: AttemptDependencies,
  { job, subscription, channel, run }: Sending,
  { content }: MadeReport<'email'>,
  hold: Hold,
): Promise<Delivery> => {
  const recipients = await mailRecipients(dependencies.reads, channel, job)
  if (recipients.length === 0) return nothing('failed', 'Nobody is left to send it to.')
  // Ids begin anew where a service is set up anew; the moment does not.
  const { id, created_at: since } = subscription
  const envelope = {
    run: [id, since, job.channel, run].join(' '),
    host: await hostOf(dependencies),
  }
  return deliverMail(dependencies.mailer, content, recipients, envelope, hold)
}

const byChat = async (
  { settings, vault, httpCaller }: AttemptDependencies,
  { channel: { webhookRef, room } }: Sending,
  { content }: MadeReport<'slack'>,
  hold: Hold,
): Promise<Delivery> => {
  const url =
    webhookRef === null ? await settings.get('slack-webhook-url') : await vault.open(webhookRef)
  if (!url) return nothing('failed', 'No webhook of a chat is set up.')
  return deliverChat(httpCaller, content, { url, room }, hold)
}

const senders: {
  readonly [M in ReportMedium]: (
    dependencies: AttemptDependencies,
    sending: Sending,
    made: MadeReport<M>,
    hold: Hold,
  ) => Promise<Delivery>
} = { email: byMail, slack: byChat }

const sendBy = async <M extends ReportMedium>(
  medium: M,
  dependencies: AttemptDependencies,
  sending: Sending,
  hold: Hold,
): Promise<Delivery | { readonly stopped: StopReason }> => {
  const { subscription, job, isLast } = sending
  const made = await dependencies.reports.make(orderOf(subscription), medium, hold.signal)
  if ('stopped' in made) return made
  if (made.isPartial && !isLast)
    return { ...nothing('failed', 'A database could not be reached.'), again: { afterMs: 0 } }
  // Whoever sends it to themselves wants to see it as it is.
  if (made.isEmpty && subscription.skip_if_empty && job.onlyTo === undefined)
    return nothing('skipped-empty', 'There was nothing to show.')
  return senders[medium](dependencies, sending, made, hold)
}

/** Makes a report and sends it, or tells why there is none for whoever subscribed. */
export const attempt = (
  dependencies: AttemptDependencies,
  sending: Sending,
  hold: Hold,
): Promise<Delivery | { readonly stopped: StopReason }> =>
  sendBy(mediumOf(sending), dependencies, sending, hold)

/** To a single person it is a mail, whatever the channel is. */
export const mediumOf = ({ job, channel }: Pick<Sending, 'job' | 'channel'>): ReportMedium =>
  job.onlyTo === undefined ? channel.kind : 'email'
