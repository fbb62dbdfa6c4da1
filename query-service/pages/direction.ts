/** What turns the direction of the text around it, or ends what keeps it apart. */
const controls = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
/** A whole isolate with nothing of that in it does neither. */
const pieces = new RegExp(`\u2068[^${controls}]*\u2069|[${controls}]`, 'gu')

/** Shows what would turn text around, `\u202e`, in place of letting it. */
export const upright = (text: string): string =>
  text.replace(pieces, (piece) =>
    piece.length > 1 ? piece : `\\u${piece.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Scripts that run from right to left. */
const backwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name within a text that can hold no elements; only one from right to left needs keeping apart. */
export const apart = (name: string): string =>
  backwards.test(name) ? `\u2068${upright(name)}\u2069` : name
