import type { ApiKeyEvent } from '../shared/events/api-key.ts'
import type { UserEvent } from '../shared/events/user.ts'
import { apiKeys } from '../shared/views/api-key.ts'
import { projection } from './runtime/projection.ts'

/** Keys of scripts as they are now; how they begin and when they were used is known beside the log. */
export const apiKeyProjection = projection<ApiKeyEvent | UserEvent>({
  name: 'api-key',
  version: 1,
  onFailure: 'quarantine',
  views: [apiKeys],
  on: {
    ApiKeyCreated: (write, { data, at }) =>
      write.put(apiKeys, {
        id: data.apiKeyId,
        user_id: data.userId,
        creator_id: data.creatorId,
        name: data.name,
        scope: data.scope,
        expires_at: data.expiresAt,
        created_at: at,
        updated_at: at,
      }),

    ApiKeyRenamed: (write, { data, at }) =>
      write.patch(apiKeys, { id: data.apiKeyId }, { name: data.name, updated_at: at }),

    ApiKeyRegenerated: (write, { data, at }) =>
      write.patch(apiKeys, { id: data.apiKeyId }, { expires_at: data.expiresAt, updated_at: at }),

    ApiKeyRevoked: (write, { data }) => write.remove(apiKeys, { id: data.apiKeyId }),

    UserDeactivated: (write, { data }) => write.removeWhere(apiKeys, { user_id: data.userId }),
  },
})
