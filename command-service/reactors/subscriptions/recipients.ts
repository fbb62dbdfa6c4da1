import { erased } from '../../../shared/ports/personal-data.ts'
import type { SubscriptionJob } from '../../../shared/ports/subscription-jobs.ts'
import type { SubscriptionReads } from '../../../shared/ports/subscription-reads.ts'
import type { ShownChannel } from '../../../shared/views/subscription.ts'
import type { MailRecipient } from './mail.ts'

const userKey = (userId: number): string => `user ${userId}`

/** Whom a mail goes to now: those with an account at their address of today, unless they have left. */
export const mailRecipients = async (
  reads: Pick<SubscriptionReads, 'activeUsers'>,
  { recipients }: ShownChannel,
  { onlyTo }: Pick<SubscriptionJob, 'onlyTo'>,
): Promise<readonly MailRecipient[]> => {
  const wanted = onlyTo === undefined ? recipients : ([{ kind: 'user', userId: onlyTo }] as const)
  const ids = wanted.flatMap((one) => (one.kind === 'user' ? [one.userId] : []))
  const users = await reads.activeUsers(ids)
  return [
    ...users.map(({ id, email }) => ({ key: userKey(id), address: email })),
    ...wanted.flatMap((one) =>
      one.kind === 'address' && one.email !== erased
        ? [{ key: one.emailKey, address: one.email }]
        : [],
    ),
  ]
}
