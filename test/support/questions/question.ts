import type { LabEngine } from '../engine-lab.ts'
import type { ShopLab } from '../shop-lab.ts'

/** What questions are asked of: names for what is in it. */
export type Shop = Pick<ShopLab, 'table' | 'field'>

export type Rows = readonly (readonly unknown[])[]

/** The rows may depend on the engine: on where it puts nulls, say. */
export type Question = readonly [
  name: string,
  query: (shop: Shop) => object,
  rows: Rows | { readonly [E in LabEngine | 'mongo']: Rows },
]

export const id = ({ field }: Shop) => field('sales.id')
export const amount = ({ field }: Shop) => field('sales.amount')
export const pieces = ({ field }: Shop) => field('sales.pieces')
export const soldAt = ({ field }: Shop) => field('sales.sold_at')
export const kind = ({ field }: Shop) => field('sales.kind')
export const personId = ({ field }: Shop, options: object | null = null) =>
  field('sales.person_id', options)
export const named = (name: string, type = 'type/*') => ['field', name, { 'base-type': type }]
