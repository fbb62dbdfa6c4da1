import type { Condition, Term } from '../term.ts'

/** Replaces terms from the outside in: where `change` answers nothing, its parts are looked at. */
export const mapTerm = (term: Term, change: (term: Term) => Term | undefined): Term => {
  const changed = change(term)
  if (changed) return changed
  const map = (one: Term): Term => mapTerm(one, change)
  switch (term.kind) {
    case 'bucketed':
    case 'in-zone':
    case 'window':
      return { ...term, of: map(term.of) }
    case 'binned':
      return {
        ...term,
        of: map(term.of),
        width: map(term.width),
        ...(term.least ? { least: map(term.least) } : {}),
      }
    case 'call':
      return { ...term, args: term.args.map(map) }
    case 'shift':
      return { ...term, of: map(term.of), amount: map(term.amount) }
    case 'difference':
      return { ...term, from: map(term.from), to: map(term.to) }
    case 'case':
      return {
        ...term,
        branches: term.branches.map(({ when, then }) => ({
          when: mapCondition(when, change),
          then: map(then),
        })),
        ...(term.otherwise ? { otherwise: map(term.otherwise) } : {}),
      }
    default:
      return term
  }
}

const mapCondition = (
  condition: Condition,
  change: (term: Term) => Term | undefined,
): Condition => {
  const map = (one: Term): Term => mapTerm(one, change)
  switch (condition.kind) {
    case 'and':
    case 'or':
      return {
        ...condition,
        conditions: condition.conditions.map((it) => mapCondition(it, change)),
      }
    case 'constant':
      return condition
    case 'compare':
      return { ...condition, left: map(condition.left), right: map(condition.right) }
    case 'between':
      return {
        ...condition,
        left: map(condition.left),
        from: map(condition.from),
        to: map(condition.to),
      }
    default:
      return { ...condition, left: map(condition.left) }
  }
}

const holds = (term: Term, kinds: ReadonlySet<Term['kind']>): boolean => {
  let found = false
  mapTerm(term, (one) => {
    found ||= kinds.has(one.kind)
    return found ? one : undefined
  })
  return found
}

const aggregates: ReadonlySet<Term['kind']> = new Set(['aggregate'])
const windows: ReadonlySet<Term['kind']> = new Set(['window'])

export const holdsAggregate = (term: Term): boolean => holds(term, aggregates)
export const holdsWindow = (term: Term): boolean => holds(term, windows)
