import type { Pool } from 'pg'
import { canonicalJson } from '../../shared/kernel/json.ts'
import type { Bus } from '../../shared/ports/bus.ts'
import type {
  Plan,
  SubscriptionJob,
  SubscriptionJobs,
} from '../../shared/ports/subscription-jobs.ts'

type JobRow = {
  subscription_id: number
  channel: number
  send: string
  only_to: number | null
  plan: SubscriptionJob['plan'] | null
  due_at: Date
  attempt: number
  handed: SubscriptionJob['handed']
  fence: string
}

const jobOf = (row: JobRow): SubscriptionJob => ({
  subscriptionId: row.subscription_id,
  channel: row.channel,
  send: row.send === '' ? undefined : row.send,
  onlyTo: row.only_to ?? undefined,
  plan: row.plan ?? undefined,
  dueAt: row.due_at,
  attempt: row.attempt,
  handed: row.handed,
  fence: BigInt(row.fence),
})

/** After this whoever added something will not begin it any more. */
const soonSeconds = 15

const free = 'not_before <= now() and (leased_until is null or leased_until <= now())'

const take = `
update side.subscription_jobs set fence = fence + 1,
       leased_until = now() + make_interval(secs => $1)
 where (subscription_id, channel, send) in (
   select subscription_id, channel, send from side.subscription_jobs
    where ${free} order by not_before, subscription_id, channel limit 1
      for update skip locked)
returning *`

/** A changed plan begins anew, and whoever is at the old one has lost it. */
const keepPlan = `
insert into side.subscription_jobs as job (subscription_id, channel, plan, due_at, not_before)
values ($1, $2, $3, $4, $4)
on conflict (subscription_id, channel, send) do update set plan = excluded.plan,
   due_at = excluded.due_at, not_before = excluded.not_before, attempt = 0, handed = '{}',
   fence = job.fence + 1, leased_until = null
 where job.plan is distinct from excluded.plan`

const mine = 'subscription_id = $1 and channel = $2 and send = $3 and fence = $4'

const holder = ({ subscriptionId, channel, send = '', fence }: SubscriptionJob) => [
  subscriptionId,
  channel,
  send,
  fence.toString(),
]

const keyOf = ({ subscriptionId, channel }: Pick<Plan, 'subscriptionId' | 'channel'>) =>
  `${subscriptionId}.${channel}`

/** Jobs in rows that are leased, one at a time, with `for update skip locked`. */
export const postgresSubscriptionJobs = (
  pool: Pool,
  now: () => Date,
  hints: Pick<Bus, 'publish' | 'subscribe'>,
): SubscriptionJobs => {
  const change = async (job: SubscriptionJob, set: string, ...values: unknown[]) => {
    const { rowCount } = await pool.query(
      `update side.subscription_jobs set ${set} where ${mine}`,
      [...holder(job), ...values],
    )
    return rowCount === 1
  }

  const planned = async (): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await pool.query<Pick<JobRow, 'subscription_id' | 'channel' | 'plan'>>(
      `select subscription_id, channel, plan from side.subscription_jobs where send = ''`,
    )
    return new Map(
      rows.map(({ subscription_id: subscriptionId, channel, plan }) => [
        keyOf({ subscriptionId, channel }),
        canonicalJson(plan),
      ]),
    )
  }

  return {
    async plan(plans, first) {
      const there = await planned()
      const at = now()
      for (const plan of plans) {
        const { schedule, zone } = plan
        const known = there.get(keyOf(plan))
        if (known === canonicalJson({ schedule, zone })) continue
        const due = first(plan, at)
        await pool.query(keepPlan, [
          plan.subscriptionId,
          plan.channel,
          JSON.stringify({ schedule, zone }),
          due,
        ])
      }
      const wanted = new Set(plans.map(keyOf))
      const gone = [...there.keys()].filter((key) => !wanted.has(key))
      if (gone.length > 0)
        await pool.query(
          `delete from side.subscription_jobs
            where send = '' and subscription_id || '.' || channel = any($1)`,
          [gone],
        )
    },

    async add({ subscriptionId, send, channels, onlyTo }) {
      await pool.query(
        `insert into side.subscription_jobs
           (subscription_id, channel, send, only_to, due_at, not_before)
         select $1, channel, $2, $3, now(), now() + make_interval(secs => $5)
           from unnest($4::integer[]) as channel
         on conflict do nothing`,
        [subscriptionId, send, onlyTo ?? null, channels, soonSeconds],
      )
    },

    async begin({ subscriptionId, send }) {
      await pool.query(
        `update side.subscription_jobs set not_before = now()
          where subscription_id = $1 and send = $2 and fence = 0`,
        [subscriptionId, send],
      )
      hints.publish('subscription-jobs.due', {})
    },

    async isAnyDue() {
      const { rows } = await pool.query(
        `select exists (select from side.subscription_jobs where ${free}) as due`,
      )
      return rows[0]?.due === true
    },

    onDue: (notify) => hints.subscribe('subscription-jobs.due', notify),

    async take(leaseSeconds) {
      const { rows } = await pool.query<JobRow>(take, [leaseSeconds])
      return rows[0] && jobOf(rows[0])
    },

    renew: (job, leaseSeconds) =>
      change(job, 'leased_until = now() + make_interval(secs => $5)', leaseSeconds),

    note: (job, handed) => change(job, 'handed = $5', JSON.stringify(handed)),

    async retry(job, at) {
      await change(job, 'attempt = attempt + 1, not_before = $5, leased_until = null', at)
    },

    async finish(job, next) {
      if (next)
        await change(
          job,
          `due_at = $5, not_before = $5, attempt = 0, handed = '{}', leased_until = null`,
          next,
        )
      else await pool.query(`delete from side.subscription_jobs where ${mine}`, holder(job))
    },

    async release(job) {
      await change(job, 'leased_until = null')
    },
  }
}
