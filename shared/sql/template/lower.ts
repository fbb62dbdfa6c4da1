import { numericTypes } from '../../kernel/base-type.ts'
import type { Dialect } from '../dialect.ts'
import { type Fragment, join, raw, sequence, sharedValue, sql } from '../fragment.ts'
import type { ResolvedValue } from '../literal.ts'

/** A whole number that fits is an `integer`, which functions take where they take no `bigint`. */
const number = ({ value, type }: ResolvedValue, dialect: Dialect): Fragment => {
  if (dialect.number) return dialect.number(value, type)
  const isSmall = type === 'integer' && Math.abs(Number(value)) < 2 ** 31
  return isSmall ? sql`CAST(${value} AS integer)` : dialect.parameter(value, type)
}

/** A tag that stands in several places is one value. */
const lowerValue = (value: ResolvedValue, dialect: Dialect): Fragment =>
  sharedValue(
    numericTypes.has(value.baseType)
      ? number(value, dialect)
      : dialect.parameter(value.value, value.type),
    value,
  )

/** The values of a tag, with commas between. */
export const lowerValues = (values: readonly ResolvedValue[], dialect: Dialect): Fragment =>
  join(
    values.map((one) => lowerValue(one, dialect)),
    raw(', '),
  )

const endsInWord = /[\w$.\u0080-\uffff]$/
const beginsWithWord = /^[\w$.\u0080-\uffff]/

type Text = { readonly kind: 'text'; readonly text: string }

const isText = (part: { readonly kind: string } | undefined): part is Text => part?.kind === 'text'

/**
 * The text of a template as it is, and between its pieces what stands for its tags. Digits right
 * beside a word would become part of it: no value makes a name.
 */
export const lowerParts = <P extends { readonly kind: string }>(
  parts: readonly (Text | P)[],
  lower: (part: P) => Fragment,
): readonly (string | Fragment)[] =>
  parts.map((part, index) => {
    if (isText(part)) return part.text
    const [before, after] = [parts[index - 1], parts[index + 1]]
    const space = raw(' ')
    return sequence([
      ...(isText(before) && endsInWord.test(before.text) ? [space] : []),
      lower(part),
      ...(isText(after) && beginsWithWord.test(after.text) ? [space] : []),
    ])
  })
