import type { Channel } from '../../shared/events/subscription.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { Mailer } from '../../shared/ports/mailer.ts'
import type { Settings } from '../../shared/ports/settings.ts'

export type ReachDependencies = {
  readonly mailer: Pick<Mailer, 'isConfigured'>
  readonly settings: Pick<Settings, 'get'>
}

/** The places of the channels that are switched on. */
export const enabledPlaces = (channels: readonly Channel[]): readonly number[] =>
  channels.flatMap(({ enabled }, place) => (enabled ? [place] : []))

/** Whoever wants it sent now is told at once where nothing can be. @throws {Refusal} 400 */
export const refuseUnreachable = async (
  { mailer, settings }: ReachDependencies,
  channels: readonly Channel[],
  to: 'me' | 'all',
): Promise<void> => {
  const enabled = channels.filter((one) => one.enabled)
  if (to === 'all' && enabled.length === 0)
    throw invalid('to', 'All channels of this subscription are switched off.')
  const byMail = to === 'me' || enabled.some(({ kind }) => kind === 'email')
  if (byMail && !(await mailer.isConfigured()))
    throw invalid('to', 'Mail is not set up: set email-smtp-host and email-from-address.')
  const byWebhook = to === 'all' && enabled.some((it) => it.kind === 'slack' && !it.webhookRef)
  if (byWebhook && !(await settings.get('slack-webhook-url')))
    throw invalid('to', 'No webhook of a chat is set up: set slack-webhook-url.')
}
