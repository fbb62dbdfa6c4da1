import { z } from 'zod'
import { targetKindOf } from '../dashboards/mappings.ts'
import { idInBody } from './common.ts'

const object = z.record(z.string(), z.json())

/** Other names clients use for a key; the contract's own goes first. */
const aliases: Readonly<Record<string, string>> = {
  card_id: 'cardId',
  size_x: 'sizeX',
  size_y: 'sizeY',
  dashboard_tab_id: 'tabId',
}

const underOneName = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const named: Record<string, unknown> = { ...body }
  for (const [other, own] of Object.entries(aliases))
    if (named[own] === undefined && named[other] !== undefined) named[own] = named[other]
  return named
}

/** Decision E6: outside these bounds is refused, and nothing else about the grid is. */
const place = {
  row: z.int().min(0).max(1_000_000),
  col: z.int().min(0).max(12),
  sizeX: z.int().min(1).max(12),
  sizeY: z.int().min(1).max(1_000_000),
}

/** Saved questions drawn into the same picture: `[{id}]`; clients send whole questions back. */
const series = z.array(z.looseObject({ id: idInBody })).max(100)

/** Ids of their own clients give what is new: negative ones. */
const temporaryId = z.int().min(-2_147_483_647).max(2_147_483_647)

/** Which question and which column or tag a filter is about; without a target it is about none. */
const mapping = object.refine(({ target = null }) => target === null || targetKindOf(target), {
  message: 'must have a dimension, a variable or a text-tag as target',
})

const options = {
  /** What its button runs. */
  action_id: idInBody.nullish(),
  parameter_mappings: z.array(mapping).max(1_000).nullish(),
  visualization_settings: object.nullish(),
  series: series.nullish(),
  tabId: temporaryId.nullish(),
}

/** A card to be put on a dashboard; without a saved question it is text, a heading or a link. */
export const newDashcard = z.preprocess(
  underOneName,
  z.object({ ...options, ...place, cardId: idInBody.nullable() }),
)
export type NewDashcard = z.infer<typeof newDashcard>

/** A card with its questions as a whole, in place of their ids. */
export const embeddedDashcard = <S extends z.ZodType>(question: S) =>
  z.preprocess(
    underOneName,
    z.object({
      ...options,
      ...place,
      cardId: idInBody.nullish(),
      card: question.nullish(),
      series: z.array(question).max(100).nullish(),
    }),
  )

/** One of a whole set of cards: an id that is not positive is a new card's. */
export const wholeDashcard = z.preprocess(
  underOneName,
  z.object({ ...options, ...place, cardId: idInBody.nullish(), id: temporaryId }),
)
export type WholeDashcard = z.infer<typeof wholeDashcard>

/** What is to change about a card; what is left out stays as it is. */
export const changedDashcard = z.preprocess(
  underOneName,
  z.object({
    ...options,
    row: place.row.optional(),
    col: place.col.optional(),
    sizeX: place.sizeX.optional(),
    sizeY: place.sizeY.optional(),
    id: idInBody,
  }),
)
export type ChangedDashcard = z.infer<typeof changedDashcard>

/** A tab, in its place in the list; an id that is not positive is a new tab's. */
export const tabBody = z.object({ id: temporaryId, name: z.string().trim().min(1).max(254) })
export type TabBody = z.infer<typeof tabBody>
