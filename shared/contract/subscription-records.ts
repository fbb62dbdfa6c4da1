import { z } from 'zod'
import { scheduleFrames, scheduleTypes, weekdays } from '../schedules/schedule.ts'
import { idInBody } from './common.ts'
import { secretMask } from './engine-details.ts'
import { email } from './user.ts'

const mostRecipients = 100
const mostChannels = 10

const timing = z.object({
  schedule_type: z.enum(scheduleTypes),
  schedule_hour: z.int().min(0).max(23).nullish(),
  schedule_day: z.enum(weekdays).nullish(),
  schedule_frame: z.enum(scheduleFrames).nullish(),
})
export type Timing = z.infer<typeof timing>

/** What each type has to say beyond itself. */
const needed = {
  hourly: [],
  daily: ['schedule_hour'],
  weekly: ['schedule_hour', 'schedule_day'],
  monthly: ['schedule_hour', 'schedule_frame'],
} as const satisfies Record<Timing['schedule_type'], readonly (keyof Timing)[]>

const checkTiming = (it: Timing, context: z.RefinementCtx): void => {
  for (const key of needed[it.schedule_type])
    if (it[key] === undefined || it[key] === null)
      context.addIssue({ code: 'custom', path: [key], message: `${it.schedule_type} needs it` })
  if (it.schedule_type === 'monthly' && it.schedule_frame === 'mid' && it.schedule_day)
    context.addIssue({
      code: 'custom',
      path: ['schedule_day'],
      message: 'the middle of a month is its 15th, whatever day that is',
    })
}

const recipient = z.union([z.object({ id: idInBody }), z.object({ email })])

const webAddress = z
  .string()
  .max(2_048, 'must have at most 2048 characters')
  .refine((text) => {
    if (text === secretMask) return true
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === ''
  }, 'must be an http or https address')

const room = z
  .string()
  .max(80, 'must have at most 80 characters')
  .regex(/^[#@]?[^\s\p{Cc}]+$/u, 'must be the name of a channel')

const enabled = z.boolean().default(true)

const emailChannel = timing.extend({
  channel_type: z.literal('email'),
  enabled,
  recipients: z
    .array(recipient)
    .min(1, 'must name somebody')
    .max(mostRecipients, `must name at most ${mostRecipients}`),
})

const slackChannel = timing.extend({
  channel_type: z.literal('slack'),
  enabled,
  details: z
    .object({
      /** Masked when read; the mask means the one there is, nothing the site's own. */
      webhook_url: webAddress.nullish(),
      channel: room.nullish(),
    })
    .nullish(),
})

export const channelBody = z
  .discriminatedUnion('channel_type', [emailChannel, slackChannel])
  .superRefine(checkTiming)
export type ChannelBody = z.infer<typeof channelBody>

export const channelsBody = z
  .array(channelBody)
  .min(1, 'must have at least one')
  .max(mostChannels, `must have at most ${mostChannels}`)

const flag = z.boolean().nullish()

export const subscribedCardBody = z.object({
  id: idInBody,
  dashboard_card_id: idInBody.nullish(),
  include_csv: flag,
  include_xls: flag,
  format_rows: flag,
  pivot_results: flag,
})
export type SubscribedCardBody = z.infer<typeof subscribedCardBody>

const person = z.object({ id: z.int(), email: z.string(), common_name: z.string() })

export const subscriptionRecord = z.object({
  id: z.int(),
  dashboard_id: z.int(),
  name: z.string(),
  creator_id: z.int(),
  creator: person.extend({ first_name: z.string(), last_name: z.string() }).nullable(),
  channels: z.array(
    z.object({
      channel_type: z.enum(['email', 'slack']),
      enabled: z.boolean(),
      /** Of people with an account, whoever is no admin is told the ids, and of themselves all. */
      recipients: z.array(
        z.union([person, z.object({ id: z.int() }), z.object({ email: z.string() })]),
      ),
      details: z.object({
        webhook_url: z.string().optional(),
        channel: z.string().optional(),
      }),
      schedule_type: z.enum(scheduleTypes),
      schedule_hour: z.int().nullable(),
      schedule_day: z.enum(weekdays).nullable(),
      schedule_frame: z.enum(scheduleFrames).nullable(),
      /** When it is sent next; null while it is not. */
      next_at: z.string().nullable(),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.int(),
      dashboard_card_id: z.int().nullable(),
      include_csv: z.boolean(),
      include_xls: z.boolean(),
      format_rows: z.boolean(),
      pivot_results: z.boolean(),
    }),
  ),
  parameters: z.array(z.record(z.string(), z.json())),
  skip_if_empty: z.boolean(),
  archived: z.literal(false),
  /** `stopped` lasts as long as its reason. */
  status: z.enum(['active', 'stopped']),
  stopped_reason: z.string().nullable(),
  can_write: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>

export const runRecord = z.object({
  /** The same for all tries of one time. */
  run: z.string(),
  channel_type: z.string().nullable(),
  /** When it was to be sent. */
  due_at: z.string(),
  attempt: z.int(),
  outcome: z.enum(['requested', 'sent', 'skipped-empty', 'failed', 'stopped', 'unknown']),
  reason: z.string().nullable(),
  sent_to: z.int(),
  /** When it is tried again, after it failed. */
  retry_at: z.string().nullable(),
  recorded_at: z.string(),
})
