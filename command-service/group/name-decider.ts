import type { GroupNameEvent } from '../../shared/events/group.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { invalid } from '../../shared/kernel/refusal.ts'

/** Whose a name is. */
export type NameReservation = {
  readonly groupId: number | undefined
  /** ISO 8601; undefined while no group holds the name. */
  readonly reservedAt: string | undefined
}

export type GroupNameCommand =
  /** `abandoned` is a reservation nobody will use any more: what it was for was cut short. */
  | {
      type: 'ReserveName'
      data: { groupId: number; at: string; abandoned?: NameReservation | undefined }
    }
  /** Gives up one reservation, and no later one of the same group. */
  | { type: 'ReleaseName'; data: { reservation: NameReservation } }

export const nameTaken = () => invalid('name', 'Another group has this name.')

const same = (a: NameReservation, b: NameReservation) =>
  a.groupId === b.groupId && a.reservedAt === b.reservedAt

/** A new reservation is never taken for the one before it, however close they are. */
const laterThan = (at: string, before: string | undefined): string =>
  before === undefined || at > before ? at : new Date(Date.parse(before) + 1).toISOString()

/** One name, one group: the stream of the name decides, never a look at a read model. */
export const groupNameDecider: Decider<NameReservation, GroupNameCommand, GroupNameEvent> = {
  initial: { groupId: undefined, reservedAt: undefined },
  decide: {
    ReserveName: ({ groupId, at, abandoned }, it) => {
      const { groupId: holder } = it
      // Also for who holds it already: whoever is about to release or take over must notice.
      const reserved: GroupNameEvent = {
        type: 'GroupNameReserved',
        data: { groupId, reservedAt: laterThan(at, it.reservedAt) },
      }
      if (holder === undefined || holder === groupId) return [reserved]
      if (!abandoned || !same(it, abandoned)) throw nameTaken()
      return [{ type: 'GroupNameReleased', data: { groupId: holder } }, reserved]
    },
    ReleaseName: ({ reservation }, it) =>
      it.groupId !== undefined && same(it, reservation)
        ? [{ type: 'GroupNameReleased', data: { groupId: it.groupId } }]
        : [],
  },
  evolve: {
    GroupNameReserved: (_, { groupId, reservedAt }) => ({ groupId, reservedAt }),
    GroupNameReleased: () => ({ groupId: undefined, reservedAt: undefined }),
  },
}
