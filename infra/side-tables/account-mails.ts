import type { Pool } from 'pg'
import { sealed } from '../../shared/events/event-type.ts'
import type {
  AccountMailJob,
  AccountMailKind,
  AccountMails,
} from '../../shared/ports/account-mails.ts'
import type { Bus } from '../../shared/ports/bus.ts'

type MailRow = {
  id: string
  kind: AccountMailKind
  email_key: string
  user_id: number | null
  email: string | null
  tries: number
  fence: string
}

const jobOf = ({ user_id: userId, email, ...row }: MailRow): AccountMailJob => ({
  id: Number(row.id),
  kind: row.kind,
  emailKey: row.email_key,
  ...(userId !== null && email !== null && { formerly: { userId, email: sealed.parse(email) } }),
  tries: row.tries,
  fence: BigInt(row.fence),
})

const free = 'not_before <= now() and (leased_until is null or leased_until <= now())'

const add = `
insert into side.account_mails as mail (kind, email_key, user_id, email) values ($1, $2, $3, $4)
on conflict (kind, email_key) do update set user_id = excluded.user_id, email = excluded.email,
   tries = 0, not_before = now(), leased_until = null, fence = mail.fence + 1`

/** One try at a time; a lease that has run out was a try, too. */
const take = `
update side.account_mails set tries = tries + 1, fence = fence + 1,
       leased_until = now() + make_interval(secs => $2)
 where id = $1 and ${free}
returning *`

/** Mails as rows that are leased. */
export const postgresAccountMails = (
  pool: Pool,
  hints: Pick<Bus, 'publish' | 'subscribe'>,
): AccountMails => {
  const mine = ({ id, fence }: AccountMailJob) => [id, fence.toString()]
  return {
    async add({ kind, emailKey, formerly }) {
      await pool.query(add, [kind, emailKey, formerly?.userId ?? null, formerly?.email ?? null])
      hints.publish('account-mails.added', {})
    },

    async due() {
      const { rows } = await pool.query<Pick<MailRow, 'id'>>(
        `select id from side.account_mails where ${free} order by not_before, id limit 100`,
      )
      return rows.map(({ id }) => Number(id))
    },

    async take(id, leaseSeconds) {
      const { rows } = await pool.query<MailRow>(take, [id, leaseSeconds])
      return rows[0] && jobOf(rows[0])
    },

    async retry(job, at) {
      await pool.query(
        `update side.account_mails set leased_until = null,
                not_before = $3
          where id = $1 and fence = $2`,
        [...mine(job), at],
      )
    },

    async finish(job) {
      await pool.query('delete from side.account_mails where id = $1 and fence = $2', mine(job))
    },

    onAdded: (notify) => hints.subscribe('account-mails.added', notify),
  }
}
