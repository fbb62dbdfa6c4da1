import type { Context } from './context.ts'
import { type Expression, literal, naming, unlessNull, when } from './expression.ts'

/** A function of texts, of which any that is null makes the result null. */
type TextFunction = (texts: readonly Expression[], context: Context) => Expression

const first = (texts: readonly Expression[]): Expression => texts[0] ?? null

const strip =
  (operator: string): TextFunction =>
  (texts) => ({ [operator]: { input: first(texts) } })

/** These take null for the empty text, or take none. */
const careful =
  (operator: string): TextFunction =>
  (texts, { variables }) =>
    unlessNull(first(texts), variables, (text) => ({ [operator]: text }))

export const firstMatch = (
  input: Expression,
  regex: Expression,
  part: string | number,
  { variables }: Context,
): Expression =>
  naming({ $regexFind: { input, regex } }, variables, (found) =>
    typeof part === 'number' ? { $arrayElemAt: [`${found}.captures`, part] } : `${found}.${part}`,
  )

const replaced: TextFunction = ([input = null, find = null, replacement = null]) => ({
  $replaceAll: { input, find, replacement },
})

export const textFunctions = {
  concat: (texts) => ({ $concat: [...texts] }),
  length: careful('$strLenCP'),
  lower: careful('$toLower'),
  ltrim: strip('$ltrim'),
  'regex-match-first': ([input = null, regex = null], context) =>
    firstMatch(input, regex, 'match', context),
  replace: replaced,
  rtrim: strip('$rtrim'),
  text: first,
  trim: strip('$trim'),
  upper: careful('$toUpper'),
} as const satisfies { readonly [name: string]: TextFunction }

/** Characters count from 1. */
export const substring = (
  text: Expression,
  from: Expression,
  length: Expression | undefined,
  { variables }: Context,
): Expression =>
  unlessNull(text, variables, (name) => ({
    $substrCP: [
      name,
      { $max: [{ $subtract: [from, 1] }, 0] },
      length === undefined ? { $strLenCP: name } : { $max: [length, 0] },
    ],
  }))

/** Parts count from 1, and those beyond the last are empty. */
export const splitPart = (
  text: Expression,
  delimiter: Expression,
  position: Expression,
  { variables }: Context,
): Expression =>
  unlessNull(text, variables, (name) => ({
    $ifNull: [
      { $arrayElemAt: [{ $split: [name, delimiter] }, { $subtract: [position, 1] }] },
      literal(''),
    ],
  }))

/** A name out of a list for a number from 1 up; other numbers have none. */
export const nameOf = (
  names: readonly string[],
  number: Expression,
  { variables }: Context,
): Expression =>
  naming(number, variables, (place) =>
    when({ $gt: [place, 0] }, { $arrayElemAt: [literal([null, ...names]), { $toInt: place }] }),
  )
