import { createHash } from 'node:crypto'
import { defaultGroups } from '../../shared/permissions/default-groups.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { groupDecider } from './decider.ts'
import { groupNameDecider, type NameReservation, nameTaken } from './name-decider.ts'

/** A reservation this old that its holder does not use belongs to a request that was cut short. */
const abandonedAfterMs = 30_000

/** What spellings of one name share; hashed, because names of streams are short. */
export const groupNameKey = (name: string): string =>
  createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('hex')

/** The default groups are never renamed, so their names are nobody else's, ever. */
const keysOfDefaults: ReadonlySet<string> = new Set(
  defaultGroups.map(({ name }) => groupNameKey(name)),
)

/** Who holds a name, and since when: what is later released is this and nothing newer. */
const reservationOf = async (executor: Executor, key: string): Promise<NameReservation> =>
  (await executor.load(streams.groupName(key), groupNameDecider)).state

const isAbandoned = async (
  executor: Executor,
  key: string,
  { groupId, reservedAt }: NameReservation,
  now: Date,
): Promise<boolean> => {
  if (groupId === undefined || reservedAt === undefined) return false
  const { state: group } = await executor.load(streams.group(groupId), groupDecider)
  const isUsed = group.status === 'there' && groupNameKey(group.name) === key
  return !isUsed && now.getTime() - Date.parse(reservedAt) >= abandonedAfterMs
}

/**
 * Makes a name the group's own.
 * @throws {Refusal} 400 when another group has it, in whatever spelling.
 */
export const reserveGroupName = async (
  executor: Executor,
  name: string,
  groupId: number,
  now: Date,
): Promise<void> => {
  const key = groupNameKey(name)
  if (keysOfDefaults.has(key)) throw nameTaken()
  const held = await reservationOf(executor, key)
  const abandoned = (await isAbandoned(executor, key, held, now)) ? held : undefined
  await executor.execute(streams.groupName(key), groupNameDecider, {
    type: 'ReserveName',
    data: { groupId, at: now.toISOString(), abandoned },
  })
}

/**
 * Runs `change`, after which the group no longer has its name, and then gives the name up – as it
 * was reserved before: a reservation made in the meantime stays.
 */
export const givingUpName = async (
  executor: Executor,
  name: string,
  groupId: number,
  change: () => Promise<unknown>,
): Promise<void> => {
  const key = groupNameKey(name)
  const reservation = await reservationOf(executor, key)
  await change()
  if (reservation.groupId !== groupId) return
  await executor.execute(streams.groupName(key), groupNameDecider, {
    type: 'ReleaseName',
    data: { reservation },
  })
}
