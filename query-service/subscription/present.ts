import { secretMask } from '../../shared/contract/engine-details.ts'
import type { SubscriptionRecord } from '../../shared/contract/subscription-records.ts'
import type { StopReason } from '../../shared/events/subscription.ts'
import { nextTime } from '../../shared/schedules/next-time.ts'
import type {
  ShownChannel,
  SubscriptionRow,
  SubscriptionRunRow,
} from '../../shared/views/subscription.ts'
import type { UserRow } from '../../shared/views/user.ts'

const stopped: Readonly<Record<StopReason, string>> = {
  'creator-deactivated': 'Whoever subscribed has no account any more.',
  'dashboard-archived': 'The dashboard is archived.',
  'dashboard-deleted': 'The dashboard is not there any more.',
  'no-permission': 'Whoever subscribed may not see all of the dashboard any more.',
  'filter-removed': 'The dashboard has not all the filters any more that this sets.',
}

export const stoppedBecause = (reason: StopReason): string => stopped[reason]

type People = ReadonlyMap<
  number,
  Pick<UserRow, 'id' | 'email' | 'common_name' | 'first_name' | 'last_name'>
>

export type Now = { readonly zone: string; readonly at: Date }

type Shown = { readonly people: People; readonly now: Now }

const recipients = ({ recipients: all }: ShownChannel, people: People) =>
  all.flatMap((one) => {
    if (one.kind === 'address') return [{ email: one.email }]
    const person = people.get(one.userId)
    return person ? [{ id: person.id, email: person.email, common_name: person.common_name }] : []
  })

const channel = (
  it: ShownChannel,
  { people, now }: Shown,
): SubscriptionRecord['channels'][number] => ({
  channel_type: it.kind,
  enabled: it.enabled,
  recipients: recipients(it, people),
  details: {
    ...(it.webhookRef !== null && { webhook_url: secretMask }),
    ...(it.room !== null && { channel: it.room }),
  },
  schedule_type: it.schedule.type,
  schedule_hour: it.schedule.hour,
  schedule_day: it.schedule.day,
  schedule_frame: it.schedule.frame,
  next_at: it.enabled ? nextTime(it.schedule, now.zone, now.at).toISOString() : null,
})

export const presentSubscription = (row: SubscriptionRow, shown: Shown): SubscriptionRecord => {
  const creator = shown.people.get(row.creator_id)
  return {
    id: row.id,
    dashboard_id: row.dashboard_id,
    name: row.name,
    creator_id: row.creator_id,
    creator: creator ?? null,
    channels: row.channels.map((it) => channel(it, shown)),
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
    status: row.stopped_reason === null ? 'active' : 'stopped',
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
