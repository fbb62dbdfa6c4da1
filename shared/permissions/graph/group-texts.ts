import type { AccessState } from '../access-state.ts'
import type { DatabaseAccess } from '../data-access.ts'
import type { AccessHistory } from '../history/access-history.ts'

/** A group's part of the graph as JSON text: the databases something was ever said about. */
export const groupText = (
  state: AccessState,
  groupId: number,
  databaseIds: readonly number[],
): string => {
  const part: Record<number, { readonly data: DatabaseAccess }> = {}
  for (const databaseId of databaseIds) {
    const access = state.access(groupId, databaseId)
    if (access) part[databaseId] = { data: access }
  }
  return JSON.stringify(part)
}

/** Databases there were never said anything about, or that are gone: every part may change. */
const concernsAll: ReadonlySet<string> = new Set(['DatabaseConnected', 'DatabaseDeleted'])

const encoder = new TextEncoder()

/** A group and its part, `"3":{…}`, as UTF-8: encoding it is most of the work of answering it. */
export const groupBytes = (
  state: AccessState,
  groupId: number,
  databaseIds: readonly number[],
): Uint8Array => encoder.encode(`"${groupId}":${groupText(state, groupId, databaseIds)}`)

type Kept = { readonly bytes: Uint8Array; readonly position: bigint }

/**
 * The parts of the graph as texts that are made anew only where something has changed: a change of
 * one cell costs the text of one group, however many there are. A text that was made at one moment
 * serves any other as long as nothing happened in between.
 */
export class GroupTexts {
  readonly #texts = new Map<number, Kept>()
  readonly #touched = new Map<number, bigint>()
  #allTouched = 0n
  #moments = 0
  #revisions = 0

  /** Notes what has happened up to now; to be called before `at` is asked for that history. */
  observe({ revisions, ledger: { moments } }: AccessHistory): void {
    for (; this.#revisions < revisions.length; this.#revisions += 1) {
      const { changes = [], since } = revisions[this.#revisions] ?? {}
      for (const { group } of changes) if (since) this.#touched.set(group, since.position)
    }
    for (; this.#moments < moments.length; this.#moments += 1) {
      const moment = moments[this.#moments]
      if (moment && concernsAll.has(moment.type)) this.#allTouched = moment.position
    }
  }

  /** The group's bytes as they are kept, if what is kept holds at that moment. */
  kept(groupId: number, { position }: AccessState): Uint8Array | undefined {
    const kept = this.#texts.get(groupId)
    if (!kept || this.#touchedAt(groupId) > (kept.position < position ? kept.position : position))
      return undefined
    return kept.bytes
  }

  /** Makes the bytes, and keeps them when they are the newest there are. */
  make(groupId: number, state: AccessState, databaseIds: readonly number[]): Uint8Array {
    const bytes = groupBytes(state, groupId, databaseIds)
    if (state.position >= this.#touchedAt(groupId))
      this.#texts.set(groupId, { bytes, position: state.position })
    return bytes
  }

  #touchedAt(groupId: number): bigint {
    const touched = this.#touched.get(groupId) ?? 0n
    return touched > this.#allTouched ? touched : this.#allTouched
  }
}
