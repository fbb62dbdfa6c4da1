import type { CollectionChange, GraphChange } from '../../events/permission-graph.ts'
import type { CollectionId, CollectionState, MembershipState } from '../access-state.ts'
import type { CollectionLevel, NativeLevel, SchemaLevel } from '../levels.ts'
import { type Moment, Timeline } from './timeline.ts'

/** An accepted change of a graph. */
export type Revision<C> = {
  readonly since: Moment & { readonly revision: number }
  readonly comment: string | null
  readonly revertedTo: number | null
  readonly changes: readonly C[]
}

/** A map that makes what is not there yet. */
export class Lazy<K, V> extends Map<K, V> {
  readonly #make: () => V

  constructor(make: () => V) {
    super()
    this.#make = make
  }

  of(key: K): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = this.#make()
    this.set(key, made)
    return made
  }
}

/** The name under which a whole database stands among schemas, and a whole schema among tables. */
export const whole = { schema: '*', table: 0 } as const

/** All that was ever said about one group and one database. */
export class PairLedger {
  readonly native = new Timeline<NativeLevel | null>()
  /** By schema, then by table id. */
  readonly cells = new Lazy<string, Lazy<number, Timeline<SchemaLevel | null>>>(
    () => new Lazy(() => new Timeline()),
  )

  cell(schema: string = whole.schema, table: number = whole.table): Timeline<SchemaLevel | null> {
    return this.cells.of(schema).of(table)
  }
}

/** A table, which never moves; it may go and come back. Kept small, for there can be very many. */
export type TableLedger = {
  readonly databaseId: number
  readonly schema: string
  readonly name: string
  /** Positions at which it came, went, came back, and so on, as plain numbers. */
  readonly turns: number[]
}

const timelines = <T>() => new Lazy<number, Timeline<T>>(() => new Timeline())
const byTwo = <V>(make: () => V) => new Lazy<number, Lazy<number, V>>(() => new Lazy(make))

/** Everything the log says about access, as timelines; null stands for "is not there any more". */
export class Ledger {
  readonly moments: Moment[] = []
  readonly revisions: Revision<GraphChange>[] = []
  readonly collectionRevisions: Revision<CollectionChange>[] = []
  /** Positions of the events on the stream of the collection tree. */
  readonly treeChanges: bigint[] = []
  readonly groups = timelines<string | null>()
  readonly users = timelines<'active' | 'deactivated'>()
  readonly databases = timelines<string | null>()
  /** Where somebody said whether actions may write to a database. */
  readonly actions = timelines<boolean>()
  readonly tables = new Map<number, TableLedger>()
  /** Ids of all tables ever found, by database. */
  readonly tablesOf = new Lazy<number, number[]>(() => [])
  /** By user, then by group, and the other way round: the same timelines. */
  readonly groupsOf = byTwo(() => new Timeline<MembershipState | null>())
  readonly membersOf = byTwo(() => new Timeline<MembershipState | null>())
  /** Where each membership there ever was belongs. */
  readonly membershipIds = new Map<number, { readonly groupId: number; readonly userId: number }>()
  /** By group, then by database. */
  readonly pairs = byTwo(() => new PairLedger())
  readonly collections = timelines<CollectionState | null>()
  /** By group. */
  readonly collectionLevels = new Lazy<
    number,
    Lazy<CollectionId, Timeline<CollectionLevel | null>>
  >(() => new Lazy(() => new Timeline()))

  membership(groupId: number, userId: number): Timeline<MembershipState | null> {
    const timeline = this.groupsOf.of(userId).of(groupId)
    this.membersOf.of(groupId).set(userId, timeline)
    return timeline
  }
}
