import * as contract from '../../shared/contract/api-key.ts'
import { readBack, readBackPart } from '../../shared/contract/route.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { ApiKeys } from '../../shared/ports/api-keys.ts'
import { adminMembershipId, loadUser } from '../accounts.ts'
import { revokeApiKey } from '../api-keys.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { apiKeyDecider, liveKey } from './decider.ts'
import { expiryOf } from './expiry.ts'

export type ApiKeyDependencies = {
  readonly apiKeys: ApiKeys
  readonly now: () => Date
}

/** Every key is a secret somebody has to keep: more of them than these nobody does. */
const mostKeys = 100

/** @throws {Refusal} 404 for one that is gone, 403 for one that is not the caller's to change. */
const refuseUnlessOwn = async (executor: Executor, actor: Actor, apiKeyId: number) => {
  const { state } = await executor.load(streams.apiKey(apiKeyId), apiKeyDecider)
  const { userId } = liveKey(state)
  refuseUnless(
    actor.isSuperuser || userId === actor.userId,
    'forbidden',
    'This API key belongs to somebody else.',
  )
}

/** @throws {Refusal} 400 for who cannot have the key. */
const refuseUnlessFit = async (executor: Executor, userId: number, scope: string) => {
  const { status } = await loadUser(executor, userId)
  if (status !== 'active') throw invalid('user_id', 'There is no active user of this id.')
  if (scope === 'admin' && (await adminMembershipId(executor, userId)) === undefined)
    throw invalid('scope', 'The scope admin is for keys of admins.')
}

export const apiKeyRoutes = ({ apiKeys, now }: ApiKeyDependencies): CommandRoute[] => [
  on(contract.createApiKey, async ({ body }, { actor, executor, ids }) => {
    const { name, scope } = body
    const userId = body.user_id ?? actor.userId
    refuseUnless(
      actor.isSuperuser || userId === actor.userId,
      'forbidden',
      'Only an admin may make keys for others.',
    )
    const expiresAt = expiryOf(body.expires_at, now())
    await refuseUnlessFit(executor, userId, scope)
    if ((await apiKeys.idsOf(userId)).length >= mostKeys)
      throw invalid('user_id', `Nobody can have more than ${mostKeys} keys; revoke some first.`)
    const apiKeyId = await ids.next('api_key')
    const key = await apiKeys.issue({ apiKeyId, userId, scope, expiresAt })
    await executor.execute(streams.apiKey(apiKeyId), apiKeyDecider, {
      type: 'CreateApiKey',
      data: {
        apiKeyId,
        userId,
        creatorId: actor.userId,
        name,
        scope,
        expiresAt: expiresAt.toISOString(),
      },
    })
    return readBackPart(contract.getApiKey, { id: apiKeyId }, (record) => ({
      ...record,
      unmasked_key: key,
    }))
  }),

  on(contract.renameApiKey, async ({ params: { id }, body }, { actor, executor }) => {
    await refuseUnlessOwn(executor, actor, id)
    await executor.execute(streams.apiKey(id), apiKeyDecider, {
      type: 'RenameApiKey',
      data: { apiKeyId: id, name: body.name },
    })
    return readBack(contract.getApiKey, { id })
  }),

  on(contract.regenerateApiKey, async ({ params: { id }, body }, { actor, executor }) => {
    await refuseUnlessOwn(executor, actor, id)
    const expiresAt = expiryOf(body?.expires_at, now())
    // The one before must not outlive an answer that is lost.
    const key = found(await apiKeys.replace(id, expiresAt), 'API key')
    await executor.execute(streams.apiKey(id), apiKeyDecider, {
      type: 'RegenerateApiKey',
      data: { apiKeyId: id, expiresAt: expiresAt.toISOString() },
    })
    return readBackPart(contract.getApiKey, { id }, (record) => ({
      ...record,
      unmasked_key: key,
    }))
  }),

  on(contract.revokeApiKey, async ({ params: { id } }, { actor, executor }) => {
    await refuseUnlessOwn(executor, actor, id)
    await revokeApiKey(apiKeys, executor, id)
  }),
]
