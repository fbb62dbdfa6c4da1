import type { BoundValue, CompiledQuery } from '../ports/engine-driver.ts'
import type { Fragment } from './fragment.ts'

/** How one engine writes names, placeholders and, for display only, literals. */
export type Notation = {
  readonly quote: (name: string) => string
  /** `index` counts from 1. */
  readonly placeholder: (index: number) => string
  /** Whether a placeholder tells by its index which value is meant, so that one can stand twice. */
  readonly numbered?: true
  readonly literal: (text: string) => string
}

export type Layout = {
  /** One clause per line, indented; otherwise all on one line. */
  readonly pretty?: boolean
}

type Value = Extract<Fragment, { kind: 'value' }>

type Writer = {
  readonly quote: (name: string) => string
  readonly value: (value: Value) => string
}

const write = (fragment: Fragment, writer: Writer, lineBreak: string): string => {
  switch (fragment.kind) {
    case 'text':
      return fragment.text
    case 'identifier':
      return fragment.path.map(writer.quote).join('.')
    case 'value':
      return writer.value(fragment)
    case 'break':
      return lineBreak
    case 'indented':
      return write(fragment.body, writer, lineBreak === ' ' ? lineBreak : `${lineBreak}  `)
    case 'sequence':
      return fragment.parts.map((part) => write(part, writer, lineBreak)).join('')
  }
}

const lineBreakOf = (layout: Layout) => (layout.pretty ? '\n' : ' ')

/** SQL to run: placeholders in the text, values beside it in the order they first appear. */
export const print = (
  fragment: Fragment,
  notation: Notation,
  layout: Layout = {},
): CompiledQuery => {
  const parameters: BoundValue[] = []
  const zones = new Set<string>()
  const places = new Map<object, number>()
  const value = ({ value: bound, isZone, of }: Value) => {
    if (isZone) zones.add(String(bound))
    const known = of && notation.numbered ? places.get(of) : undefined
    const place = known ?? parameters.push(bound)
    if (of) places.set(of, place)
    return notation.placeholder(place)
  }
  const sql = write(fragment, { quote: notation.quote, value }, lineBreakOf(layout))
  return zones.size === 0 ? { sql, parameters } : { sql, parameters, zones: [...zones] }
}

const literalOf = (value: BoundValue, notation: Notation): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? String(value) : notation.literal(value)
}

/** SQL to look at, values written into it as literals. Never run this: run what `print` gives. */
export const inline = (fragment: Fragment, notation: Notation, layout: Layout = {}): string => {
  const value = (bound: Value) => literalOf(bound.value, notation)
  return write(fragment, { quote: notation.quote, value }, lineBreakOf(layout))
}
