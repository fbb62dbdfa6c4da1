import type { AccessEffect, Shift } from '../contract/access-effect.ts'
import type { AccessState, CollectionId } from './access-state.ts'
import { collectionsAmong } from './effect-on-collections.ts'
import { dataShifts, nativeShifts } from './effect-on-data.ts'
import { effectiveAccess, groupsInForce } from './effective.ts'
import { reach } from './levels.ts'

type Entry = AccessEffect['gains'][number]
type Told = Entry & { readonly user_ids: number[] }

const isGain = ({ from, to }: Entry) => reach[to] > reach[from]

/**
 * Who comes to have, and who loses, which right on which data and collections when one state becomes
 * another. Users with the same fate share an entry. The states may be real ones or have look-ups
 * overridden; both have the same tree of collections.
 * @param among who and what can be affected at all; the others are not looked at
 */
export const effectOf = (
  before: AccessState,
  after: AccessState,
  among: {
    readonly userIds: Iterable<number>
    readonly databaseIds: readonly number[]
    readonly collectionIds: readonly CollectionId[]
  },
): AccessEffect => {
  const entries = new Map<string, Told>()
  const entryOf = (shift: Shift): Told => {
    const key = JSON.stringify(shift)
    const entry: Told = entries.get(key) ?? { user_ids: [], ...shift }
    entries.set(key, entry)
    return entry
  }
  const collections = collectionsAmong(before, after, among.collectionIds)
  const databaseShifts = (had: readonly number[], has: readonly number[]) =>
    among.databaseIds.flatMap((database) => {
      const from = effectiveAccess(before, had, database)
      const to = effectiveAccess(after, has, database)
      return [...dataShifts(database, from, to), ...nativeShifts(database, from, to)]
    })
  // People are many and combinations of groups few.
  const known = new Map<string, readonly Told[]>()
  for (const userId of [...among.userIds].sort((a, b) => a - b)) {
    const had = groupsInForce(before, userId)
    const has = groupsInForce(after, userId)
    const key = `${had} > ${has}`
    const theirs =
      known.get(key) ??
      [...databaseShifts(had, has), ...collections.sharedShifts(userId)].map(entryOf)
    known.set(key, theirs)
    const personal = collections.personalShifts(userId).map(entryOf)
    for (const { user_ids } of [...theirs, ...personal]) user_ids.push(userId)
  }
  const all = [...entries.values()]
  return { gains: all.filter(isGain), losses: all.filter((entry) => !isGain(entry)) }
}
