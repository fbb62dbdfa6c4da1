import type { EmailEvent } from '../../shared/events/user.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { emailTaken } from './decider.ts'

/** Who an address belongs to. */
export type EmailReservation = {
  /** Undefined while nobody does. */
  readonly userId: number | undefined
  /** ISO 8601: the last time it was, by whomever; each time is later than the one before. */
  readonly reservedAt: string | undefined
}

export type EmailCommand =
  | { type: 'ReserveEmail'; data: { userId: number; at: string } }
  /** Takes an address whose holder does not use it: what they were about was cut short. */
  | { type: 'TakeOverEmail'; data: { userId: number; abandoned: EmailReservation; at: string } }
  /** Gives up one reservation, and no later one of the same user. */
  | { type: 'ReleaseEmail'; data: { reservation: EmailReservation } }

const same = (a: EmailReservation, b: EmailReservation) =>
  a.userId === b.userId && a.reservedAt === b.reservedAt

/** A new reservation is never taken for the one before it, however close they are. */
const laterThan = (at: string, before: string | undefined): string =>
  before === undefined || at > before ? at : new Date(Date.parse(before) + 1).toISOString()

/** One address, one account: the stream of the address decides, never a look at a read model. */
export const emailDecider: Decider<EmailReservation, EmailCommand, EmailEvent> = {
  initial: { userId: undefined, reservedAt: undefined },
  decide: {
    ReserveEmail: ({ userId, at }, it) => {
      const isFree = it.userId === undefined || it.userId === userId
      if (!isFree) throw emailTaken()
      // Also for who holds it already: whoever is about to release or take over must notice.
      return [{ type: 'EmailReserved', data: { userId, reservedAt: laterThan(at, it.reservedAt) } }]
    },
    TakeOverEmail: ({ userId, abandoned, at }, it) => {
      const { userId: from } = abandoned
      const isStill = from !== undefined && same(it, abandoned)
      if (!isStill) throw emailTaken()
      return [
        { type: 'EmailReleased', data: { userId: from } },
        { type: 'EmailReserved', data: { userId, reservedAt: laterThan(at, it.reservedAt) } },
      ]
    },
    ReleaseEmail: ({ reservation }, it) =>
      it.userId !== undefined && same(it, reservation)
        ? [{ type: 'EmailReleased', data: { userId: it.userId } }]
        : [],
  },
  evolve: {
    EmailReserved: (_, { userId, reservedAt }) => ({ userId, reservedAt }),
    EmailReleased: ({ reservedAt }) => ({ userId: undefined, reservedAt }),
  },
}
