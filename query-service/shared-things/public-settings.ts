import type { Json } from '../../shared/kernel/json.ts'
import { picked } from './picked.ts'

type Settings = { readonly [key: string]: Json }

/** What stands on a dashboard without a question: a text, a heading, a link. */
const virtual = ['name', 'display', 'archived', 'visualization_settings'] as const

/** Where a link leads; what clients keep of a thing of this site it leads to is not shared by it. */
const address = ['url', 'name'] as const

/** Nothing for strangers: what some clients repeat of a query, and what leads on to other things. */
const hidden: ReadonlySet<string> = new Set(['dataset_query', 'click_behavior'])

/** Nor these, of what stands without a question; elsewhere they may be names of columns. */
const hiddenOfVirtual: ReadonlySet<string> = new Set([...hidden, 'database_id', 'collection_id'])

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without the keys, at every depth. */
const without = (value: Json, keys: ReadonlySet<string>): Json => {
  if (Array.isArray(value)) return value.map((one) => without(one, keys))
  return isMap(value) ? mapWithout(value, keys) : value
}

const mapWithout = (map: Settings, keys: ReadonlySet<string>): { [key: string]: Json } =>
  Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) =>
      keys.has(key) ? [] : [[key, without(value, keys)]],
    ),
  )

/** A link and a virtual card are shown in part, here and in what that says of itself. */
const shownSettings = (
  { virtual_card: card, link, ...settings }: Settings,
  keys: ReadonlySet<string>,
): { [key: string]: Json } => ({
  ...mapWithout(settings, keys),
  ...(isMap(link) && { link: mapWithout(picked(link, address), hiddenOfVirtual) }),
  ...(isMap(card) && { virtual_card: shownVirtual(card) }),
})

const shownVirtual = (card: Settings): { [key: string]: Json } => {
  const { visualization_settings: settings, ...shown } = picked(card, virtual)
  return {
    ...mapWithout(shown, hiddenOfVirtual),
    ...(isMap(settings) && { visualization_settings: shownSettings(settings, hiddenOfVirtual) }),
  }
}

/** How a thing is shown is its author's word to its readers; where else that leads is not. */
export const publicSettings = (settings: Settings): Settings => shownSettings(settings, hidden)
