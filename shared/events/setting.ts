import { z } from 'zod'
import { type EventOf, eventType } from './event-type.ts'

const changed = z.object({ key: z.string(), value: z.json().nullable() })

/** Where the vault has a value that may not stand in an event. */
const reference = z.string()

/** What admins say of the site, all on one stream. Null: the default holds again. */
export const settingEvents = {
  SettingChanged: eventType(changed),
  /** Of a setting that says who may do what. */
  AccessSettingChanged: eventType(changed, { takesAccess: true }),
  SealedSettingChanged: eventType(z.object({ key: z.string(), reference: reference.nullable() }), {
    takesAccess: true,
  }),
  /** The key before this one goes on opening what it signed for a while, or not at all. */
  EmbeddingKeyRotated: eventType(
    z.object({
      reference,
      previous: z.object({ reference, until: z.iso.datetime() }).nullable(),
    }),
    { takesAccess: true },
  ),
}
export type SettingEvent = EventOf<typeof settingEvents>
