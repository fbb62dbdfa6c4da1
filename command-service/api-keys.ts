import type { ApiKeys } from '../shared/ports/api-keys.ts'
import { apiKeyDecider } from './api-key/decider.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** Ends a key: first what it opens, then for the record. */
export const revokeApiKey = async (
  apiKeys: Pick<ApiKeys, 'remove'>,
  executor: Executor,
  apiKeyId: number,
): Promise<void> => {
  await apiKeys.remove(apiKeyId)
  await executor.execute(streams.apiKey(apiKeyId), apiKeyDecider, {
    type: 'RevokeApiKey',
    data: { apiKeyId },
  })
}

/** The same for all keys of somebody who is to have none. */
export const revokeApiKeysOf = async (
  apiKeys: Pick<ApiKeys, 'idsOf' | 'remove'>,
  executor: Executor,
  userId: number,
): Promise<void> => {
  for (const apiKeyId of await apiKeys.idsOf(userId))
    await revokeApiKey(apiKeys, executor, apiKeyId)
}
