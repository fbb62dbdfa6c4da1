/*
 * What runs from right to left, and what turns the direction of text (Unicode UAX #9). Texts are
 * the insides of a character class, for expressions with the flag `u` or `v`.
 */

export const directionControls = String.raw`\p{Bidi_Control}`

/** Blocks of scripts that run from right to left. */
export const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`

/** Text that stands apart from what is around it, in any direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** A whole isolate with nothing of that in it, or one character of that. */
export const isolateOrOneOf = (characters: string): RegExp =>
  new RegExp(`\u2068[^${characters}]*\u2069|[${characters}]`, 'gu')

/** As JSON writes it: `\u202e`. */
export const escapedCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
