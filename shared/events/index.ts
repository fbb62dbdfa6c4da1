import type { RecordedEvent } from '../kernel/event.ts'
import { actionEvents } from './action.ts'
import { actionRunEvents } from './action-run.ts'
import { apiKeyEvents } from './api-key.ts'
import { cardEvents } from './card.ts'
import { collectionEvents, collectionTreeEvents, personalCollectionEvents } from './collection.ts'
import { dashboardEvents } from './dashboard.ts'
import { databaseEvents, tableEvents } from './database.ts'
import type { EventOf, EventType } from './event-type.ts'
import { groupEvents, groupNameEvents } from './group.ts'
import { instanceEvents } from './instance.ts'
import { permissionGraphEvents } from './permission-graph.ts'
import { publicLinkEvents } from './public-link.ts'
import { sampleEvents } from './sample.ts'
import { settingEvents } from './setting.ts'
import { snippetEvents, snippetNameEvents } from './snippet.ts'
import { subscriptionEvents, subscriptionRunEvents } from './subscription.ts'
import { accessEvents, adminRosterEvents, emailEvents, identityEvents, userEvents } from './user.ts'

/** Every event this service has ever recorded: name → payload, version, upcasters. */
export const eventCatalogue = {
  ...instanceEvents,
  ...settingEvents,
  ...userEvents,
  ...adminRosterEvents,
  ...emailEvents,
  ...identityEvents,
  ...accessEvents,
  ...apiKeyEvents,
  ...groupEvents,
  ...groupNameEvents,
  ...permissionGraphEvents,
  ...collectionEvents,
  ...collectionTreeEvents,
  ...personalCollectionEvents,
  ...cardEvents,
  ...dashboardEvents,
  ...actionEvents,
  ...actionRunEvents,
  ...publicLinkEvents,
  ...snippetEvents,
  ...snippetNameEvents,
  ...subscriptionEvents,
  ...subscriptionRunEvents,
  ...databaseEvents,
  ...tableEvents,
  ...sampleEvents,
}

export type DomainEvent = EventOf<typeof eventCatalogue>

type Catalogue = Readonly<Record<string, EventType>>

export const eventTypeOf = (
  type: string,
  catalogue: Catalogue = eventCatalogue,
): EventType | undefined => (Object.hasOwn(catalogue, type) ? catalogue[type] : undefined)

/** The stored event does not have the shape its type promises: a poisoned event. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

/**
 * A recorded event in the shape its type has today.
 * @throws {UnreadableEvent} when the type is unknown, a step is missing, a newer release wrote it or
 * the payload does not fit.
 */
export const upcast = (
  event: RecordedEvent,
  catalogue: Catalogue = eventCatalogue,
): RecordedEvent => {
  const type = eventTypeOf(event.type, catalogue)
  if (!type) throw new UnreadableEvent(`unknown event type ${event.type} at ${event.position}`)
  const parsed = type.schema.safeParse(climb(event, type))
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw new UnreadableEvent(`${event.type} at ${event.position} does not parse: ${where}`)
  }
  return { ...event, data: parsed.data, schemaVersion: type.version }
}

/** The payload as the newest version has it, step by step. */
const climb = (event: RecordedEvent, { version: newest, upcasters }: EventType): unknown => {
  const where = `${event.type} at ${event.position}`
  if (event.schemaVersion > newest)
    throw new UnreadableEvent(
      `${where} has version ${event.schemaVersion}, newer than this release`,
    )
  let data = event.data as Record<string, unknown>
  for (let version = event.schemaVersion; version < newest; version++) {
    const step = upcasters[version]
    if (!step) throw new UnreadableEvent(`${where} has no step from version ${version}`)
    try {
      data = step(data)
    } catch (error) {
      throw new UnreadableEvent(`${where} cannot be read at version ${version}: ${error}`)
    }
  }
  return data
}

/** @throws {Error} when a version of some event type has no upcaster: checked at start. */
export const checkCatalogue = (catalogue: Catalogue = eventCatalogue): void => {
  for (const [name, type] of Object.entries(catalogue))
    for (let version = 1; version < type.version; version++)
      if (!type.upcasters[version]) throw new Error(`${name} cannot be read at version ${version}`)
}
