import type { BoundValue, CompiledQuery } from '../ports/engine-driver.ts'
import type { Fragment } from './fragment.ts'

/** How one engine writes names, placeholders and, for display only, literals. */
export type Notation = {
  readonly quote: (name: string) => string
  /** `index` counts from 1. */
  readonly placeholder: (index: number) => string
  readonly literal: (text: string) => string
}

export type Layout = {
  /** One clause per line, indented; otherwise all on one line. */
  readonly pretty?: boolean
}

type Writer = {
  readonly quote: (name: string) => string
  readonly value: (value: BoundValue, isZone: boolean) => string
}

const write = (fragment: Fragment, writer: Writer, lineBreak: string): string => {
  switch (fragment.kind) {
    case 'text':
      return fragment.text
    case 'identifier':
      return fragment.path.map(writer.quote).join('.')
    case 'value':
      return writer.value(fragment.value, fragment.isZone === true)
    case 'break':
      return lineBreak
    case 'indented':
      return write(fragment.body, writer, lineBreak === ' ' ? lineBreak : `${lineBreak}  `)
    case 'sequence':
      return fragment.parts.map((part) => write(part, writer, lineBreak)).join('')
  }
}

const lineBreakOf = (layout: Layout) => (layout.pretty ? '\n' : ' ')

/** SQL to run: placeholders in the text, values beside it in the order they appear. */
export const print = (
  fragment: Fragment,
  notation: Notation,
  layout: Layout = {},
): CompiledQuery => {
  const parameters: BoundValue[] = []
  const zones = new Set<string>()
  const value = (bound: BoundValue, isZone: boolean) => {
    if (isZone) zones.add(String(bound))
    return notation.placeholder(parameters.push(bound))
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
  const value = (bound: BoundValue) => literalOf(bound, notation)
  return write(fragment, { quote: notation.quote, value }, lineBreakOf(layout))
}
