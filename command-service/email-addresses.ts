import { invalid, Refusal } from '../shared/kernel/refusal.ts'
import type { Executor } from './execute.ts'
import { stillDone } from './still-done.ts'
import { streams } from './streams.ts'
import { type User, userDecider } from './user/decider.ts'
import { type EmailReservation, emailDecider } from './user/email-decider.ts'

/** A reservation this old that its holder does not use belongs to a request that was cut short. */
const abandonedAfterMs = 30_000

/** An address that was reserved and never used, or given up and not yet released, is not used. */
const isUsedBy = (user: User, emailKey: string) =>
  user.status !== 'unknown' && user.emailKey === emailKey

/**
 * Makes an address the user's own.
 * @throws {Refusal} 409 when another account has it, also a deactivated one.
 */
export const reserveEmail = async (
  executor: Executor,
  emailKey: string,
  userId: number,
  now: Date,
): Promise<void> => {
  const stream = streams.email(emailKey)
  const at = now.toISOString()
  const isOwn = (holder: EmailReservation) => holder.userId === userId
  try {
    const reserving = { type: 'ReserveEmail', data: { userId, at } } as const
    await stillDone(() => executor.execute(stream, emailDecider, reserving), isOwn)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    const { state: holder } = await executor.load(stream, emailDecider)
    if (holder.userId === undefined || holder.reservedAt === undefined) throw error
    const { state: user } = await executor.load(streams.user(holder.userId), userDecider)
    const age = now.getTime() - Date.parse(holder.reservedAt)
    if (isUsedBy(user, emailKey) || age < abandonedAfterMs) throw error
    const takingOver = { type: 'TakeOverEmail', data: { userId, abandoned: holder, at } } as const
    await stillDone(() => executor.execute(stream, emailDecider, takingOver), isOwn)
  }
}

/** Who holds an address, and since when: what is later released is this and nothing newer. */
export const reservationOf = async (
  executor: Executor,
  emailKey: string,
): Promise<EmailReservation> => (await executor.load(streams.email(emailKey), emailDecider)).state

export const releaseEmail = (executor: Executor, emailKey: string, reservation: EmailReservation) =>
  executor.execute(streams.email(emailKey), emailDecider, {
    type: 'ReleaseEmail',
    data: { reservation },
  })

/** The active or deactivated user an address belongs to today. */
export const userOfEmail = async (executor: Executor, emailKey: string) => {
  const { state: holder } = await executor.load(streams.email(emailKey), emailDecider)
  if (holder.userId === undefined) return undefined
  const { state: user } = await executor.load(streams.user(holder.userId), userDecider)
  return isUsedBy(user, emailKey) ? { userId: holder.userId, user } : undefined
}

/** @throws {Refusal} 400 naming the field. */
export const refuseWeakPassword = (
  field: string,
  password: string,
  problemOf: (password: string) => string | undefined,
): void => {
  const problem = problemOf(password)
  if (problem) throw invalid(field, `The password ${problem}.`)
}
