import type { DatasetQuery } from '../contract/dataset.ts'
import type { CardContent, CardReads } from '../events/card.ts'
import type { Actor } from '../kernel/actor.ts'

/** What is known of a query that has not run. */
export type ExaminedQuery = {
  readonly reads: CardReads
  /**
   * The columns it will answer: of SQL only its database knows them, and is asked for a row. Null
   * where that fails, takes values nobody has given, or takes more than a few seconds.
   */
  columns(): Promise<CardContent['resultMetadata']>
}

/** Understands queries for whoever wants to save one. */
export type QueryExaminer = {
  /**
   * @param card the saved question that is to ask it from now on
   * @throws {Refusal} 400, 403 or 404, as when `actor` asked it ad hoc; 400 when it would come to be
   * its own source
   */
  examine(actor: Actor, query: DatasetQuery, card?: number): Promise<ExaminedQuery>
}
