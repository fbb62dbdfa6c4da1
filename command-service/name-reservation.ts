import type { Decider, Message } from '../shared/kernel/decider.ts'
import type { Refusal } from '../shared/kernel/refusal.ts'

/** Whose a name is. */
export type NameReservation = {
  /** The id of what is called so; undefined while nothing is. */
  readonly holderId: number | undefined
  /** ISO 8601; undefined while nothing has the name. */
  readonly reservedAt: string | undefined
}

export type NameCommand =
  /** `abandoned` is a reservation nobody will use any more: what it was for was cut short. */
  | {
      type: 'ReserveName'
      data: { holderId: number; at: string; abandoned?: NameReservation | undefined }
    }
  /** Gives up one reservation, and no later one of the same holder. */
  | { type: 'ReleaseName'; data: { reservation: NameReservation } }

/** How the facts about names of one kind of thing are told. */
type NameFacts<E extends Message> = {
  readonly reserved: (holderId: number, reservedAt: string) => E
  readonly released: (holderId: number) => E
  readonly taken: () => Refusal
  readonly evolve: Decider<NameReservation, NameCommand, E>['evolve']
}

const same = (a: NameReservation, b: NameReservation) =>
  a.holderId === b.holderId && a.reservedAt === b.reservedAt

/** A new reservation is never taken for the one before it, however close they are. */
const laterThan = (at: string, before: string | undefined): string =>
  before === undefined || at > before ? at : new Date(Date.parse(before) + 1).toISOString()

export const freeName: NameReservation = { holderId: undefined, reservedAt: undefined }

/** One name, one holder: the stream of the name decides, never a look at a read model. */
export const nameDecider = <E extends Message>({
  reserved,
  released,
  taken,
  evolve,
}: NameFacts<E>): Decider<NameReservation, NameCommand, E> => ({
  initial: freeName,
  decide: {
    ReserveName: ({ holderId, at, abandoned }, it) => {
      // Also for who holds it already: whoever is about to release or take over must notice.
      const reservation = reserved(holderId, laterThan(at, it.reservedAt))
      if (it.holderId === undefined || it.holderId === holderId) return [reservation]
      if (!abandoned || !same(it, abandoned)) throw taken()
      return [released(it.holderId), reservation]
    },
    ReleaseName: ({ reservation }, it) =>
      it.holderId !== undefined && same(it, reservation) ? [released(it.holderId)] : [],
  },
  evolve,
})
