import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { Weekday } from '../../../../shared/sql/temporal-unit.ts'
import type { Path } from '../ast/reference.ts'
import type { Catalogue } from '../catalogue.ts'

/** Ids of all that a query reads, wherever it stands in it: rights go by them. */
export type Touched = {
  readonly tables: Set<number>
  readonly fields: Set<number>
  readonly cards: Set<number>
  /** It holds SQL of the caller's own. */
  native: boolean
}

export const nothingTouched = (): Touched => ({
  tables: new Set(),
  fields: new Set(),
  cards: new Set(),
  native: false,
})

/** What all levels of one query share while they are resolved. */
export type Session = {
  readonly catalogue: Catalogue
  readonly weekStart: Weekday
  readonly touched: Touched
  /** All tables, also those that saved questions read. */
  readonly reads: Set<number>
  /** Terms that may still be made: an expression counts again wherever it is used. */
  readonly budget: { terms: number }
  /** Saved questions around the one being resolved. */
  readonly cards: readonly number[]
}

const mostTerms = 20_000

export const openSession = (catalogue: Catalogue, weekStart: Weekday): Session => ({
  catalogue,
  weekStart,
  touched: nothingTouched(),
  reads: new Set(),
  budget: { terms: mostTerms },
  cards: [],
})

/** @throws {Refusal} 400 once a query has become too large. */
export const spendTerms = ({ budget }: Session, count: number, path: Path): void => {
  budget.terms -= count
  if (budget.terms < 0) throw invalid(path, 'This query is too large.')
}
