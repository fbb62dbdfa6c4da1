import { isClause, isMap, token } from '../../../../shared/kernel/raw.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { Reference } from '../ast/reference.ts'
import { type At, readInteger, readKeys, refuse, start } from '../schema/clause.ts'
import { readReference } from '../schema/field.ts'
import { withoutUnit } from './condition.ts'

/** A column that a parameter is about, and the stage of the query it is to be seen from. */
export type Target = {
  readonly column: Reference
  /** The same as it was received, for the clauses that are made of it. */
  readonly reference: unknown
  /** Counted from the innermost, which is 0; -1 is the outermost. */
  readonly stage: number
}

/**
 * `["dimension", reference, {"stage-number"}?]`. The reference names a field or an expression of the
 * query: an expression that stands here itself could be about anything, and nobody would be asked for
 * the right to it.
 * @throws {Refusal} 400
 */
export const readTarget = (value: unknown, at: At): Target => {
  if (!isClause(value) || token(value[0]) !== 'dimension')
    throw refuse(at, 'A parameter of a structured query has a dimension as target.')
  const [, reference, options] = value
  const stage = isMap(options) ? readKeys(options, at).get('stage-number') : undefined
  return {
    column: readReference(withoutUnit(reference), at),
    reference,
    stage: stage === undefined ? -1 : readInteger(stage, at, -1),
  }
}

/** The same of what may as well be no column of a structured query. */
export const findTarget = (value: unknown): Target | undefined => {
  try {
    return readTarget(value, start('target'))
  } catch (problem) {
    if (problem instanceof Refusal) return undefined
    throw problem
  }
}
