import type { ShownParameter } from '../shared-things/shown-parameter.ts'
import type { TextCard } from '../shared-things/texts/text-card.ts'
import type { Spot } from './layout/bands.ts'

/** A question on a page; its picture is loaded by itself. */
export type QuestionOnBoard = {
  readonly kind: 'question'
  /** Unique on its page, letters and digits. */
  readonly key: string
  readonly name: string
  readonly description: string | null
  /** Below the page's address: where its picture is. */
  readonly partPath: string
  /** Below the address of the API: where its files are, but for their format; one for each question. */
  readonly files: readonly { readonly name: string; readonly path: string }[]
  /** Slugs of the parameters that say something of it. */
  readonly slugs: readonly string[]
}

/** What is there to be read; what it says of parameters is filled in anew when they change. */
export type TextOnBoard = TextCard & {
  /** Below the page's address: where it is with other values. */
  readonly partPath: string
  /** Slugs of the parameters it speaks of. */
  readonly slugs: readonly string[]
}

export type OnBoard = Spot & {
  readonly tabId: number | null
  readonly content: QuestionOnBoard | TextOnBoard
}

/** What a page shows, whether that is a dashboard or a single question. */
export type Board = {
  readonly kind: 'dashboard' | 'question'
  readonly name: string
  readonly description: string | null
  readonly isWide: boolean
  readonly parameters: readonly ShownParameter[]
  /** Whether a changed parameter is applied without asking. */
  readonly appliesAtOnce: boolean
  readonly tabs: readonly { readonly id: number; readonly name: string }[]
  readonly cards: readonly OnBoard[]
}

/** Where a board stands: its page, the API behind that, and how that wants values of parameters. */
export type Whereabouts = {
  readonly page: string
  readonly api: string
  readonly valuesBy: 'id' | 'slug'
  /** By slug what the address of the page says. */
  readonly given: Readonly<Record<string, unknown>>
}
