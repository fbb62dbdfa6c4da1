import type { Sealed } from '../events/event-type.ts'

/** What a reader sees in place of the data of a person who was forgotten. */
export const erased = '«erased»'

/** Names and addresses, encrypted under a key of their person before they enter the log. */
export type PersonalData = {
  /** Creates the person's key on first use. */
  seal(userId: number, plain: string): Promise<Sealed>
  /** Loads the keys of these people, then opens without waiting; `erased` where the key is gone. */
  unlock(userIds: Iterable<number>): Promise<(userId: number, sealed: Sealed) => string>
}
