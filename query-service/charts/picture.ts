import type { ChartOption, ChartSize } from '../../shared/ports/chart-renderer.ts'

/** `transparent` is `light` without a ground of its own: what is behind it shines through. */
export type Theme = 'light' | 'night' | 'transparent'

/** How and where a picture is shown. Width and height are those of its box, in pixels. */
export type Look = {
  readonly theme: Theme
  readonly width: number
  /** A height that suits the width, unless told. */
  readonly height?: number | undefined
}

/** A result in words, as a table shows it; also what stands behind every chart. */
export type DataTable = {
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

/** What is shown, each kind in its own way. */
export type Shape =
  | { readonly kind: 'table' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'chart'; readonly option: ChartOption; readonly size: ChartSize }
  | NumberShape

/** One number, large, and how it moved. */
export type NumberShape = {
  readonly kind: 'number'
  readonly value: string
  readonly caption: string | undefined
  readonly change?: {
    readonly direction: 'up' | 'down' | 'same'
    /** `up 12% since the previous month`. */
    readonly text: string
  }
}

export type Picture = {
  readonly title: string
  readonly theme: Theme
  /** All that a chart tells at a glance, in a sentence or two. */
  readonly summary: string
  /** What is not as it was asked for: only part is shown, or a table in place of a chart. */
  readonly notes: readonly string[]
  readonly data: DataTable
  readonly shape: Shape
}
