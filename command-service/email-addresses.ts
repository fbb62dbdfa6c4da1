import { invalid, Refusal } from '../shared/kernel/refusal.ts'
import { crowd, type Executor } from './execute.ts'
import { stillDone } from './still-done.ts'
import { streams } from './streams.ts'
import { isForfeited, type User, userDecider } from './user/decider.ts'
import { type EmailCommand, type EmailReservation, emailDecider } from './user/email-decider.ts'

/** A reservation this old that its holder does not use belongs to a request that was cut short. */
const abandonedAfterMs = 30_000

/** An address that was reserved and never used, or given up and not yet released, is not used. */
const isUsedBy = (user: User, emailKey: string) =>
  user.status !== 'unknown' && user.emailKey === emailKey

/**
 * Ends a reservation: whoever it was made for can use it no more, however slow they were.
 * @throws {Refusal} 409 where they use the address.
 */
const forfeit = (
  executor: Executor,
  emailKey: string,
  userId: number,
  reservedAt: string,
): Promise<User> =>
  stillDone(
    () =>
      executor.execute(
        streams.user(userId),
        userDecider,
        { type: 'ForfeitEmail', data: { userId, emailKey, reservedAt } },
        crowd,
      ),
    (user) => isForfeited(user, emailKey, reservedAt),
  )

const isTaken = (error: unknown) => error instanceof Refusal && error.kind === 'conflict'

/**
 * Makes an address the user's own. Answers since when: whoever then records that the user has it
 * says so, and is refused where the reservation has passed to somebody else meanwhile.
 * @throws {Refusal} 409 when another account has it, also a deactivated one.
 */
export const reserveEmail = async (
  executor: Executor,
  emailKey: string,
  userId: number,
  now: Date,
): Promise<string | undefined> => {
  const stream = streams.email(emailKey)
  const at = now.toISOString()
  /** Others end a reservation before they take it over, and may have been cut short in between. */
  const isUsable = async (holder: EmailReservation) => {
    if (holder.userId !== userId || holder.reservedAt === undefined) return false
    const { state: user } = await executor.load(streams.user(userId), userDecider)
    return !isForfeited(user, emailKey, holder.reservedAt)
  }
  const tell = async (command: EmailCommand) => {
    const { reservedAt } = await stillDone(
      () => executor.execute(stream, emailDecider, command),
      isUsable,
    )
    return reservedAt
  }
  try {
    return await tell({ type: 'ReserveEmail', data: { userId, at } })
  } catch (error) {
    if (!isTaken(error)) throw error
    const { state: holder } = await executor.load(stream, emailDecider)
    if (holder.userId === undefined || holder.reservedAt === undefined) throw error
    const age = now.getTime() - Date.parse(holder.reservedAt)
    if (age < abandonedAfterMs) throw error
    await forfeit(executor, emailKey, holder.userId, holder.reservedAt)
    return tell({ type: 'TakeOverEmail', data: { userId, abandoned: holder, at } })
  }
}

/** Who holds an address, and since when: what is later released is this and nothing newer. */
export const reservationOf = async (
  executor: Executor,
  emailKey: string,
): Promise<EmailReservation> => (await executor.load(streams.email(emailKey), emailDecider)).state

/** Gives up an address that the user has no more; by another command they may have it again. */
export const releaseEmail = async (
  executor: Executor,
  emailKey: string,
  reservation: EmailReservation,
): Promise<void> => {
  const { userId, reservedAt } = reservation
  if (userId === undefined || reservedAt === undefined) return
  try {
    await forfeit(executor, emailKey, userId, reservedAt)
  } catch (error) {
    if (!isTaken(error)) throw error
    return
  }
  const command = { type: 'ReleaseEmail', data: { reservation } } as const
  await executor.execute(streams.email(emailKey), emailDecider, command)
}

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
