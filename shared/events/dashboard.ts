import { z } from 'zod'
import { type EventOf, eventType, id, type Upcaster } from './event-type.ts'

const object = z.record(z.string(), z.json())
const whole = z.int().min(0)

/** A card in its place; one without a saved question is text, a heading, a link. */
const dashcard = z.object({
  id,
  cardId: id.nullable(),
  /** What its button runs, where it has one. */
  actionId: id.nullable(),
  tabId: id.nullable(),
  /** Grid units, counted from the top left. */
  row: whole,
  col: whole,
  sizeX: z.int().min(1),
  sizeY: z.int().min(1),
  /** Which parameter of the dashboard fills which one of the card. */
  parameterMappings: z.array(object),
  visualizationSettings: object,
  /** Saved questions drawn into the same picture. */
  series: z.array(id),
})
export type Dashcard = z.infer<typeof dashcard>

const tab = z.object({ id, name: z.string() })
export type DashboardTab = z.infer<typeof tab>

const content = z.object({
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.array(object),
  /** In the order people see them. */
  tabs: z.array(tab),
  width: z.enum(['fixed', 'full']),
  autoApplyFilters: z.boolean(),
  /** Seconds. */
  cacheTtl: z.int().nullable(),
})
export type DashboardContent = z.infer<typeof content>

type Card = Readonly<Record<string, unknown>>

const withoutButtons = (cards: unknown): unknown =>
  Array.isArray(cards) ? cards.map((card: Card) => ({ ...card, actionId: null })) : cards

/** Before there were actions, no card had a button. */
const createdBefore: Upcaster = (data) => ({ ...data, dashcards: withoutButtons(data.dashcards) })

const changedBefore: Upcaster = ({ dashcards, ...data }) => {
  if (dashcards === undefined) return data
  const { added, changed, ...rest } = dashcards as Card
  return {
    ...data,
    dashcards: { ...rest, added: withoutButtons(added), changed: withoutButtons(changed) },
  }
}

/** Dashboards, each on its own stream: every event is a version of it, the first one is 1. */
export const dashboardEvents = {
  DashboardCreated: eventType(
    content.extend({
      dashboardId: id,
      dashcards: z.array(dashcard),
      /** Null stands for the root. */
      collectionId: id.nullable(),
      creatorId: id,
    }),
    { version: 2, upcasters: { 1: createdBefore } },
  ),
  /** Only what differs from the version before. */
  DashboardChanged: eventType(
    content.partial().extend({
      dashboardId: id,
      /** Whole dashcards, and the ids of those that went. */
      dashcards: z
        .object({ added: z.array(dashcard), changed: z.array(dashcard), removed: z.array(id) })
        .optional(),
      archived: z.boolean().optional(),
      /** The version whose content was brought back. */
      restoredTo: z.int().min(1).optional(),
    }),
    // What is on it no more, or is put away, is not for those any more who came through it.
    { takesAccess: true, version: 2, upcasters: { 1: changedBefore } },
  ),
  DashboardMoved: eventType(z.object({ dashboardId: id, from: id.nullable(), to: id.nullable() }), {
    takesAccess: true,
  }),
  DashboardEmbeddingChanged: eventType(
    z.object({
      dashboardId: id,
      enabled: z.boolean(),
      /** By parameter, what an embedded dashboard lets people do with it; null: nothing was said. */
      parameters: object.nullable(),
    }),
    { takesAccess: true },
  ),
  DashboardDeleted: eventType(z.object({ dashboardId: id }), { takesAccess: true }),
}
export type DashboardEvent = EventOf<typeof dashboardEvents>
