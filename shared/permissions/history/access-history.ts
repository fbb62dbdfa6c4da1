import type { CollectionChange, GraphChange } from '../../events/permission-graph.ts'
import type { RecordedEvent } from '../../kernel/event.ts'
import type { AccessState } from '../access-state.ts'
import { recordAccess } from './fold.ts'
import { Ledger, type Revision } from './ledger.ts'
import { stateAt } from './state-at.ts'
import { countWhile } from './timeline.ts'

/**
 * Who could do what at any moment: a fold of the log that forgets nothing. It grows with each event;
 * whatever it answered about a past moment stays true.
 */
export class AccessHistory {
  readonly #ledger = new Ledger()
  #position = 0n

  /** The log is folded up to here. */
  get position(): bigint {
    return this.#position
  }

  /** The timelines themselves, for those who ask since when and by whom. */
  get ledger(): Readonly<Ledger> {
    return this.#ledger
  }

  /** Takes the next event in; those that do not bear on access may be left out. */
  record(event: RecordedEvent): void {
    recordAccess(this.#ledger, event)
    this.#position = event.position
  }

  /** Notes that the log holds nothing more of interest up to here. */
  reach(position: bigint): void {
    if (position > this.#position) this.#position = position
  }

  /** The state right after the event at `position`; by default now. */
  at(position: bigint = this.#position): AccessState {
    return stateAt(this.#ledger, position)
  }

  /** Revisions of the data graph, oldest first; the n-th has the number n + 1. */
  get revisions(): readonly Revision<GraphChange>[] {
    return this.#ledger.revisions
  }

  get collectionRevisions(): readonly Revision<CollectionChange>[] {
    return this.#ledger.collectionRevisions
  }

  /** Position of the last event of interest recorded at or before a time, an ISO 8601 UTC text. */
  positionAtTime(time: string): bigint {
    const { moments } = this.#ledger
    return moments[countWhile(moments, ({ at }) => at <= time) - 1]?.position ?? 0n
  }

  /**
   * The moment right after a revision of a graph, by default the data graph; for 0 the one right
   * before the first, or now where there is none. Undefined for a revision there never was.
   */
  positionOfRevision(
    revision: number,
    revisions: readonly Revision<unknown>[] = this.revisions,
  ): bigint | undefined {
    if (revision > 0) return revisions[revision - 1]?.since.position
    return revisions[0] ? revisions[0].since.position - 1n : this.#position
  }
}
