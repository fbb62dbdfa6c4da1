import type { Decider, Message } from '../shared/kernel/decider.ts'
import type { Executor } from './execute.ts'
import type { NameCommand, NameReservation } from './name-reservation.ts'
import { stillDone } from './still-done.ts'

/** A reservation this old that its holder does not use belongs to a request that was cut short. */
const abandonedAfterMs = 30_000

/** Where names of one kind of thing are reserved, and what makes them used. */
type NameBook<E extends Message> = {
  readonly decider: Decider<NameReservation, NameCommand, E>
  readonly streamOf: (name: string) => string
  /** Whether it is called so now. */
  readonly isUsed: (executor: Executor, name: string, holderId: number) => Promise<boolean>
}

export type UniqueNames = {
  /** Makes a name its own. @throws {Refusal} when something else has it. */
  reserve(executor: Executor, name: string, holderId: number, now: Date): Promise<void>
  /**
   * Runs `change`, after which it no longer has its name, and then gives the name up – as it was
   * reserved before: a reservation made in the meantime stays.
   */
  givingUp(
    executor: Executor,
    name: string,
    holderId: number,
    change: () => Promise<unknown>,
  ): Promise<void>
}

export const uniqueNames = <E extends Message>({
  decider,
  streamOf,
  isUsed,
}: NameBook<E>): UniqueNames => {
  /** Who holds a name, and since when: what is later released is this and nothing newer. */
  const reservationOf = async (executor: Executor, name: string): Promise<NameReservation> =>
    (await executor.load(streamOf(name), decider)).state

  const isAbandoned = async (
    executor: Executor,
    name: string,
    { holderId, reservedAt }: NameReservation,
    now: Date,
  ): Promise<boolean> => {
    if (holderId === undefined || reservedAt === undefined) return false
    if (now.getTime() - Date.parse(reservedAt) < abandonedAfterMs) return false
    return !(await isUsed(executor, name, holderId))
  }

  return {
    reserve: async (executor, name, holderId, now) => {
      const held = await reservationOf(executor, name)
      const abandoned = (await isAbandoned(executor, name, held, now)) ? held : undefined
      const data = { holderId, at: now.toISOString(), abandoned }
      await stillDone(
        () => executor.execute(streamOf(name), decider, { type: 'ReserveName', data }),
        (holder) => holder.holderId === holderId,
      )
    },

    givingUp: async (executor, name, holderId, change) => {
      const reservation = await reservationOf(executor, name)
      await change()
      if (reservation.holderId !== holderId) return
      await executor.execute(streamOf(name), decider, {
        type: 'ReleaseName',
        data: { reservation },
      })
    },
  }
}
