import { secretMask } from '../../shared/contract/engine-details.ts'
import type { ChannelBody, Timing } from '../../shared/contract/subscription-records.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import type { Channel, Recipient } from '../../shared/events/subscription.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { Schedule } from '../../shared/schedules/schedule.ts'
import { loadUser } from '../accounts.ts'
import type { Executor } from '../execute.ts'

export type ChannelDependencies = {
  readonly personalData: PersonalData
  readonly emailKeys: EmailKeys
  readonly vault: Vault
}

/** The kind of secret that a chat's address is, in the vault. */
export const webhookKind = 'subscription-webhook'

type Part = Exclude<keyof Schedule, 'type'>

/** What each type of schedule uses; the rest that is said means nothing. */
const used: Readonly<Record<Schedule['type'], readonly Part[]>> = {
  hourly: [],
  daily: ['hour'],
  weekly: ['hour', 'day'],
  monthly: ['hour', 'day', 'frame'],
}

const scheduleOf = ({ schedule_type: type, ...given }: Timing): Schedule => {
  const has = (part: Part) => used[type].includes(part)
  return {
    type,
    hour: has('hour') ? (given.schedule_hour ?? null) : null,
    day: has('day') ? (given.schedule_day ?? null) : null,
    frame: has('frame') ? (given.schedule_frame ?? null) : null,
  }
}

type Wanted = Extract<ChannelBody, { channel_type: 'email' }>['recipients'][number]

/** What was sealed before is not sealed anew: nothing has changed then. */
const sealedBefore = (before: readonly Channel[], emailKey: string) =>
  before
    .flatMap(({ recipients }) => recipients)
    .find((it) => it.kind === 'address' && it.emailKey === emailKey)

const keyOf = (one: Recipient): string => (one.kind === 'user' ? `${one.userId}` : one.emailKey)

/** Whose subscription it is, what channels it has, and who asks. */
type Of = {
  readonly executor: Executor
  readonly creatorId: number
  readonly before: readonly Channel[]
}

/**
 * Channels as the log has them: addresses sealed under the key of whose subscription it is, and where
 * a chat takes messages put in the vault. Somebody named twice in a channel is named once.
 */
export const channelsOf = ({ personalData, emailKeys, vault }: ChannelDependencies) => {
  const recipientOf = async (of: Of, wanted: Wanted, field: string): Promise<Recipient> => {
    if ('id' in wanted) {
      const { status } = await loadUser(of.executor, wanted.id)
      if (status !== 'active') throw invalid(`${field}.id`, 'There is no such active user.')
      return { kind: 'user', userId: wanted.id }
    }
    const emailKey = emailKeys.of(normalEmail(wanted.email))
    const known = sealedBefore(of.before, emailKey)
    if (known) return known
    return {
      kind: 'address',
      email: await personalData.seal(of.creatorId, wanted.email),
      emailKey,
    }
  }

  const recipientsOf = async (of: Of, wanted: readonly Wanted[], field: string) => {
    const all = new Map<string, Recipient>()
    for (const [place, one] of wanted.entries()) {
      const recipient = await recipientOf(of, one, `${field}.recipients.${place}`)
      all.set(keyOf(recipient), recipient)
    }
    return [...all.values()]
  }

  const webhookOf = async ({ before }: Of, url: string | null | undefined, place: number) => {
    if (!url) return null
    if (url !== secretMask) return vault.put(webhookKind, url)
    const known =
      before[place]?.webhookRef ?? before.find(({ webhookRef }) => webhookRef)?.webhookRef
    if (known) return known
    throw invalid(`channels.${place}.details.webhook_url`, 'There is no address to keep.')
  }

  return async (of: Of, wanted: readonly ChannelBody[]): Promise<Channel[]> => {
    const channels: Channel[] = []
    for (const [place, one] of wanted.entries()) {
      const common = { enabled: one.enabled, schedule: scheduleOf(one) }
      if (one.channel_type === 'email') {
        const recipients = await recipientsOf(of, one.recipients, `channels.${place}`)
        channels.push({ ...common, kind: 'email', recipients, webhookRef: null, room: null })
      } else {
        const { webhook_url: url, channel: room = null } = one.details ?? {}
        const webhookRef = await webhookOf(of, url, place)
        channels.push({ ...common, kind: 'slack', recipients: [], webhookRef, room })
      }
    }
    return channels
  }
}
