import { type BaseType, numericTypes, temporalTypes } from '../../../shared/kernel/base-type.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { literalValue } from '../../../shared/sql/literal.ts'

/** What is asked for: all values, those that show a text, or the one of a label. */
export type Wanted =
  | { readonly kind: 'all' }
  | { readonly kind: 'matching'; readonly text: string }
  | { readonly kind: 'one'; readonly value: string | number | boolean | null }

/** A column of a query, by its reference, and the type its values have. */
export type TypedColumn = { readonly reference: Json; readonly baseType: BaseType }

/** Whether a column of this type can hold it: a text that is no number is in no column of numbers. */
const canHold = (baseType: BaseType, value: string | number | boolean): boolean => {
  try {
    literalValue(value, baseType, 'value')
    return true
  } catch (problem) {
    if (problem instanceof Refusal) return false
    throw problem
  }
}

const isText = (baseType: BaseType): boolean =>
  !numericTypes.has(baseType) && !temporalTypes.has(baseType) && baseType !== 'type/Boolean'

/** Undefined where no value of the column can be it. */
const equals = (
  { reference, baseType }: TypedColumn,
  value: string | number | boolean | null,
): Json | undefined =>
  value !== null && canHold(baseType, value) ? ['=', reference, value] : undefined

/**
 * The condition that leaves what is wanted: in texts one looks for parts, whatever their case, and
 * for anything else as a whole. Undefined where that leaves nothing.
 * @param shown the column that people see: the label's, or else the value's own
 */
export const conditionFor = (
  wanted: Exclude<Wanted, { kind: 'all' }>,
  value: TypedColumn,
  shown: TypedColumn,
): Json | undefined => {
  if (wanted.kind === 'one') return equals(value, wanted.value)
  const { reference, baseType } = shown
  return isText(baseType)
    ? ['contains', reference, wanted.text, { 'case-sensitive': false }]
    : equals(shown, wanted.text.trim())
}
