import { secretMask } from '../../shared/contract/engine-details.ts'
import type { SubscriptionRecord } from '../../shared/contract/subscription-records.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { nextTime } from '../../shared/schedules/next-time.ts'
import { stoppedBecause } from '../../shared/subscriptions/stopped-because.ts'
import type {
  ShownChannel,
  SubscriptionRow,
  SubscriptionRunRow,
} from '../../shared/views/subscription.ts'
import type { UserRow } from '../../shared/views/user.ts'

type People = ReadonlyMap<
  number,
  Pick<UserRow, 'id' | 'email' | 'common_name' | 'first_name' | 'last_name'>
>

export type Now = { readonly zone: string; readonly at: Date }

/** Who is shown it, and what else that takes. */
type Shown = { readonly actor: Actor; readonly people: People; readonly now: Now }

type Channel = SubscriptionRecord['channels'][number]

/** Nobody learns the addresses of others by subscribing them. */
const recipients = ({ recipients: all }: ShownChannel, { people, actor }: Shown) =>
  all.flatMap((one): Channel['recipients'] => {
    if (one.kind === 'address') return [{ email: one.email }]
    const person = people.get(one.userId)
    if (!person) return []
    const { id, email, common_name } = person
    return actor.isSuperuser || actor.userId === id ? [{ id, email, common_name }] : [{ id }]
  })

const channel = (it: ShownChannel, isActive: boolean, shown: Shown): Channel => ({
  channel_type: it.kind,
  enabled: it.enabled,
  recipients: recipients(it, shown),
  details: {
    ...(it.webhookRef !== null && { webhook_url: secretMask }),
    ...(it.room !== null && { channel: it.room }),
  },
  schedule_type: it.schedule.type,
  schedule_hour: it.schedule.hour,
  schedule_day: it.schedule.day,
  schedule_frame: it.schedule.frame,
  next_at:
    it.enabled && isActive
      ? nextTime(it.schedule, shown.now.zone, shown.now.at).toISOString()
      : null,
})

export const presentSubscription = (row: SubscriptionRow, shown: Shown): SubscriptionRecord => {
  const creator = shown.people.get(row.creator_id)
  const isActive = row.stopped_reason === null
  return {
    id: row.id,
    dashboard_id: row.dashboard_id,
    name: row.name,
    creator_id: row.creator_id,
    creator: creator ?? null,
    channels: row.channels.map((it) => channel(it, isActive, shown)),
    cards: row.cards.map((card) => ({
      id: card.cardId,
      dashboard_card_id: card.dashcardId,
      include_csv: card.csv,
      include_xls: card.xlsx,
      format_rows: card.formatRows,
      pivot_results: card.pivotResults,
    })),
    parameters: row.parameters,
    skip_if_empty: row.skip_if_empty,
    archived: false,
    status: isActive ? 'active' : 'stopped',
    stopped_reason: row.stopped_reason === null ? null : stoppedBecause(row.stopped_reason),
    can_write: true,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export const presentRun = (row: SubscriptionRunRow) => ({
  run: row.run,
  channel_type: row.channel_type,
  due_at: row.due_at,
  attempt: row.attempt,
  outcome: row.outcome,
  reason: row.reason,
  sent_to: row.sent_to,
  retry_at: row.retry_at,
  recorded_at: row.recorded_at,
})
