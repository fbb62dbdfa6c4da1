import { z } from 'zod'
import { keyScopes } from '../kernel/key-scope.ts'
import { type EventOf, eventType, id } from './event-type.ts'

/**
 * Keys of scripts, each on its own stream. What opens the door is beside the log, not in it, not
 * even as a hash; what is revoked here has ended there already.
 */
export const apiKeyEvents = {
  ApiKeyCreated: eventType(
    z.object({
      apiKeyId: id,
      /** Whose rights it has. */
      userId: id,
      creatorId: id,
      name: z.string(),
      scope: z.enum(keyScopes),
      expiresAt: z.iso.datetime(),
    }),
  ),
  ApiKeyRenamed: eventType(z.object({ apiKeyId: id, name: z.string() })),
  /** Another key has taken its place; the one before opens nothing any more. */
  ApiKeyRegenerated: eventType(z.object({ apiKeyId: id, expiresAt: z.iso.datetime() })),
  ApiKeyRevoked: eventType(z.object({ apiKeyId: id, userId: id })),
}
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>
