import type { ApiKeyEvent } from '../../shared/events/api-key.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { found } from '../../shared/kernel/refusal.ts'

export type ApiKey = {
  readonly userId: number
  readonly name: string
  readonly isRevoked: boolean
}

export type ApiKeyCommand =
  | { type: 'CreateApiKey'; data: Named<ApiKeyEvent, 'ApiKeyCreated'>['data'] }
  | { type: 'RenameApiKey'; data: { apiKeyId: number; name: string } }
  | { type: 'RegenerateApiKey'; data: { apiKeyId: number; expiresAt: string } }
  | { type: 'RevokeApiKey'; data: { apiKeyId: number } }

/** The key, unless there is none any more. @throws {Refusal} 404 */
export const liveKey = (state: ApiKey | undefined): ApiKey =>
  found(state?.isRevoked ? undefined : state, 'API key')

/** Keys of scripts. A revoked one never comes back. */
export const apiKeyDecider: Decider<ApiKey | undefined, ApiKeyCommand, ApiKeyEvent> = {
  initial: undefined,
  decide: {
    CreateApiKey: (data, state) => (state ? [] : [{ type: 'ApiKeyCreated', data }]),
    RenameApiKey: (data, state) =>
      liveKey(state).name === data.name ? [] : [{ type: 'ApiKeyRenamed', data }],
    RegenerateApiKey: (data, state) => {
      liveKey(state)
      return [{ type: 'ApiKeyRegenerated', data }]
    },
    RevokeApiKey: ({ apiKeyId }, state) =>
      !state || state.isRevoked
        ? []
        : [{ type: 'ApiKeyRevoked', data: { apiKeyId, userId: state.userId } }],
  },
  evolve: {
    ApiKeyCreated: (_, { userId, name }) => ({ userId, name, isRevoked: false }),
    ApiKeyRenamed: (state, { name }) => state && { ...state, name },
    ApiKeyRegenerated: (state) => state,
    ApiKeyRevoked: (state) => state && { ...state, isRevoked: true },
  },
}
