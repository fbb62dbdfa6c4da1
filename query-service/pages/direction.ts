import {
  directionControls,
  escapedCharacter,
  isolate,
  isolateOrOneOf,
  rightToLeft,
} from '../../shared/kernel/direction.ts'

const pieces = isolateOrOneOf(directionControls)

/** Shows what would turn text around, `\u202e`, in place of letting it. */
export const upright = (text: string): string =>
  text.replace(pieces, (piece) => (piece.length > 1 ? piece : escapedCharacter(piece)))

const backwards = new RegExp(`[${rightToLeft}]`, 'u')

/** A name within a text that can hold no elements; only one from right to left needs keeping apart. */
export const apart = (name: string): string =>
  backwards.test(name) ? isolate(upright(name)) : name
