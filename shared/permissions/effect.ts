import type { AccessEffect } from '../contract/access-effect.ts'
import type { AccessState } from './access-state.ts'
import type { DataPlace } from './data-access.ts'
import { type EffectiveAccess, effectiveAccess, groupsInForce } from './effective.ts'
import type { SchemaLevel } from './levels.ts'

type Entry = AccessEffect['gains'][number]
type DataEntry = Extract<Entry, { right: 'data' }>
/** What one database does to somebody; whose it is comes later. */
type Shift = Omit<DataEntry, 'user_ids'> | Omit<Extract<Entry, { right: 'native' }>, 'user_ids'>
type Part = NonNullable<DataEntry['except']>[number]

/** How far a level reaches: `all` and `write` let one do the same (decision P6). */
const reach: Record<SchemaLevel, number> = { none: 0, read: 1, write: 2, all: 2 }

type Turn = { readonly from: SchemaLevel; readonly to: SchemaLevel }
const isSame = (a: Turn, b: Turn) => reach[a.from] === reach[b.from] && reach[a.to] === reach[b.to]
const isTurn = ({ from, to }: Turn) => reach[from] !== reach[to]

/** A place and what is inside it. */
type Place = { readonly at: Part | undefined; readonly inside: readonly Place[] }

const placesOf = (before: EffectiveAccess, after: EffectiveAccess): Place => {
  const schemas = new Set([...before.parts.keys(), ...after.parts.keys()])
  const tablesOf = (schema: string) =>
    new Set([...(before.parts.get(schema) ?? []), ...(after.parts.get(schema) ?? [])])
  const inside = [...schemas].sort().map((schema) => ({
    at: { schema },
    inside: [...tablesOf(schema)]
      .sort((a, b) => a - b)
      .map((table) => ({ at: { schema, table_id: table }, inside: [] })),
  }))
  return { at: undefined, inside }
}

/**
 * The places at which data rights change. What goes for a place goes for all inside it, but for the
 * parts that are named as exceptions; those that change in another way are told by themselves.
 */
const dataShifts = (
  database_id: number,
  before: EffectiveAccess,
  after: EffectiveAccess,
): Shift[] => {
  const shifts: Shift[] = []
  const turnAt = (part: Part | undefined): Turn => {
    const place: DataPlace = { schema: part?.schema, table: part?.table_id }
    return { from: before.data(place), to: after.data(place) }
  }

  const tell = ({ at, inside }: Place, turn: Turn) => {
    const except: Part[] = []
    const shift = { database_id, right: 'data' as const, ...at, ...turn }
    const index = shifts.length
    const look = (place: Place) => {
      const its = turnAt(place.at)
      if (isSame(its, turn)) return place.inside.forEach(look)
      if (place.at) except.push(place.at)
      tell(place, its)
    }
    inside.forEach(look)
    if (isTurn(turn)) shifts.splice(index, 0, except.length > 0 ? { ...shift, except } : shift)
  }
  tell(placesOf(before, after), turnAt(undefined))
  return shifts
}

const nativeShifts = (database_id: number, from: EffectiveAccess, to: EffectiveAccess): Shift[] =>
  (from.native === 'write') === (to.native === 'write')
    ? []
    : [{ database_id, right: 'native', from: from.native, to: to.native }]

const isGain = ({ from, to }: Turn) => reach[to] > reach[from]

/**
 * Who comes to have, and who loses, which right on which data when one state becomes another. Users
 * with the same fate share an entry. The states may be real ones or have look-ups overridden.
 * @param among who and what can be affected at all; the others are not looked at
 */
export const effectOf = (
  before: AccessState,
  after: AccessState,
  among: { readonly userIds: Iterable<number>; readonly databaseIds: readonly number[] },
): AccessEffect => {
  const entries = new Map<string, Entry & { user_ids: number[] }>()
  const entryOf = (shift: Shift) => {
    const key = JSON.stringify(shift)
    const entry = entries.get(key) ?? { user_ids: [], ...shift }
    entries.set(key, entry)
    return entry
  }
  const affected = (had: readonly number[], has: readonly number[]) =>
    among.databaseIds.flatMap((database) => {
      const from = effectiveAccess(before, had, database)
      const to = effectiveAccess(after, has, database)
      return [...dataShifts(database, from, to), ...nativeShifts(database, from, to)].map(entryOf)
    })
  // People are many and combinations of groups few.
  const known = new Map<string, readonly { readonly user_ids: number[] }[]>()
  for (const userId of [...among.userIds].sort((a, b) => a - b)) {
    const had = groupsInForce(before, userId)
    const has = groupsInForce(after, userId)
    const key = `${had} > ${has}`
    const theirs = known.get(key) ?? affected(had, has)
    known.set(key, theirs)
    for (const { user_ids } of theirs) user_ids.push(userId)
  }
  const all = [...entries.values()]
  return { gains: all.filter(isGain), losses: all.filter((entry) => !isGain(entry)) }
}
