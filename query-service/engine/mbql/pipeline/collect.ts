import { mapTerm } from '../resolve/walk.ts'
import type { Column, Condition, Term } from '../term.ts'

/** All parts of some kind that terms are made of, each once. */
export const collect = <K extends Term['kind']>(
  terms: readonly Term[],
  kind: K,
): readonly Extract<Term, { kind: K }>[] => {
  const found = new Set<Extract<Term, { kind: K }>>()
  const isOfKind = (term: Term): term is Extract<Term, { kind: K }> => term.kind === kind
  for (const term of terms)
    mapTerm(term, (one) => {
      if (!isOfKind(one)) return undefined
      found.add(one)
      return one
    })
  return [...found]
}

/** All columns a condition is about. */
export const columnsIn = (condition: Condition): readonly Column[] => {
  const then: Term = { kind: 'now', baseType: 'type/*' }
  return collect(
    [{ kind: 'case', branches: [{ when: condition, then }], baseType: 'type/*' }],
    'column',
  )
}
