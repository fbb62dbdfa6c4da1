/** Letters that run from right to left, and what turns the direction of text. */
const turning =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates of its own could end the one around it. */
const isolates = /[\u2066-\u2069]/g

/** A name within a sentence: what turns text in it turns nothing around it (Unicode UAX #9). */
export const isolated = (name: string): string =>
  turning.test(name) ? `\u2068${name.replace(isolates, '')}\u2069` : name
