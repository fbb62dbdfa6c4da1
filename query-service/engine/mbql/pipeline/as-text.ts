import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import type { Term } from '../term.ts'
import { toldAsText } from './clock.ts'
import type { Context } from './context.ts'
import type { Expression } from './expression.ts'
import { lowerTerm } from './term.ts'
import { isObjectId } from './value.ts'

/** What is no text becomes one; what cannot, like a document, becomes null. */
export const asText = (term: Term, context: Context): Expression => {
  const value = lowerTerm(term, context)
  if (term.baseType === 'type/Text' && !isObjectId(term)) return value
  if (temporalTypes.has(term.baseType)) return toldAsText(value, term, context)
  return { $convert: { input: value, to: 'string', onError: null, onNull: null } }
}
