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
  | GaugeShape
  | ProgressShape
  | PivotShape

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

/** Shares are of the whole way, from 0 to 1. */
export type GaugeShape = {
  readonly kind: 'gauge'
  readonly value: string
  readonly caption: string
  readonly share: number
  readonly low: string
  readonly high: string
  /** What the part is called that the value is in. */
  readonly label: string | undefined
  readonly segments: readonly {
    readonly from: number
    readonly to: number
    readonly color: string
  }[]
}

export type ProgressShape = {
  readonly kind: 'progress'
  readonly value: string
  readonly caption: string
  /** From 0 to 1, however far beyond the goal the value is. */
  readonly share: number
  /** `63% of the goal of 20,000`. */
  readonly told: string
}

/** A table with groups on both sides; blank where a group is that of the line before. */
export type PivotShape = {
  readonly kind: 'pivot'
  readonly header: readonly (readonly string[])[]
  /** How many columns name the rows. */
  readonly titleColumns: number
  readonly rows: readonly { readonly cells: readonly string[]; readonly isTotal: boolean }[]
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
