import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { type IdKind, idKinds } from '../../shared/ports/id-sequences.ts'

type Data = Readonly<Record<string, unknown>>

/** Members of an event's data that hold ids of a kind, as the catalogue of events names them. */
const keysOf: Readonly<Record<IdKind, readonly string[]>> = {
  user: ['userId'],
  membership: ['membershipId', 'adminMembershipId'],
  group: ['groupId'],
  database: ['databaseId'],
  table: ['tableId'],
  field: ['fieldId'],
  collection: ['collectionId'],
  card: ['cardId'],
  snippet: ['snippetId'],
  dashboard: ['dashboardId'],
  dashcard: ['dashcardId'],
  dashboard_tab: ['tabId'],
  subscription: ['subscriptionId'],
  subscription_send: ['sendId'],
  action: ['actionId'],
  api_key: ['apiKeyId'],
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null

const listOf = (value: unknown): readonly Data[] =>
  Array.isArray(value) ? value.filter(isData) : []

/** Parts of other things come in lists; those of dashboards are called `id` there. */
const partsOf = ({ fields, dashcards, tabs }: Data): readonly Data[] => [
  ...listOf(fields),
  ...[dashcards, isData(dashcards) && dashcards.added]
    .flatMap(listOf)
    .map(({ id }) => ({ dashcardId: id })),
  ...listOf(tabs).map(({ id }) => ({ tabId: id })),
]

/** The largest id of each kind that the events of a log speak of. */
export class IdsInLog {
  readonly #largest = new Map<IdKind, number>()

  add({ data }: RecordedEvent): void {
    if (!isData(data)) return
    for (const part of [data, ...partsOf(data)])
      for (const kind of idKinds) for (const key of keysOf[kind]) this.#note(kind, part[key])
  }

  #note(kind: IdKind, id: unknown): void {
    if (typeof id === 'number' && id > this.of(kind)) this.#largest.set(kind, id)
  }

  /** 0 where there is none. */
  of(kind: IdKind): number {
    return this.#largest.get(kind) ?? 0
  }
}
