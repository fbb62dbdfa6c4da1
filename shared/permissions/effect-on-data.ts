import type { Shift, ShiftOf } from '../contract/access-effect.ts'
import type { DataPlace } from './data-access.ts'
import type { EffectiveAccess } from './effective.ts'
import { reach, type SchemaLevel } from './levels.ts'

type Part = NonNullable<ShiftOf<'data'>['except']>[number]

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
export const dataShifts = (
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

/** Only `write` may run SQL. */
export const nativeShifts = (
  database_id: number,
  from: EffectiveAccess,
  to: EffectiveAccess,
): Shift[] =>
  (from.native === 'write') === (to.native === 'write')
    ? []
    : [{ database_id, right: 'native', from: from.native, to: to.native }]
