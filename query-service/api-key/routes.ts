import * as contract from '../../shared/contract/api-key.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { ApiKeys, KeyTraits } from '../../shared/ports/api-keys.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { creatorOf } from '../creator.ts'
import { page } from '../paging.ts'

export type ApiKeyDependencies = { readonly apiKeys: Pick<ApiKeys, 'traitsOf'> }

type ApiKeyRecord = ResponseOf<typeof contract.getApiKey>

/** Keys with whose they are, the newest first. */
const savedKeys = (views: Views) =>
  views
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select(['users.email', 'users.first_name', 'users.last_name', 'users.common_name'])
    .orderBy('api_keys.id', 'desc')

type SavedKey = Awaited<ReturnType<ReturnType<typeof savedKeys>['execute']>>[number]

const present = (key: SavedKey, { hint, lastUsedAt }: KeyTraits): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  masked_key: `${hint}…`,
  user_id: key.user_id,
  user: creatorOf({ ...key, creator_id: key.user_id }),
  created_at: key.created_at,
  updated_at: key.updated_at,
  expires_at: key.expires_at,
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

export const apiKeyRoutes = ({ apiKeys }: ApiKeyDependencies): readonly QueryRoute[] => {
  /** One that readers still have and that is revoked already is not there any more. */
  const presented = async (keys: readonly SavedKey[]): Promise<ApiKeyRecord[]> => {
    const traits = await apiKeys.traitsOf(keys.map(({ id }) => id))
    return keys.flatMap((key) => {
      const its = traits.get(key.id)
      return its ? [present(key, its)] : []
    })
  }

  return [
    on(contract.listApiKeys, async ({ query }, { actor, views, header }) => {
      const userId = query.user_id ?? (actor.isSuperuser ? undefined : actor.userId)
      refuseUnless(
        actor.isSuperuser || userId === actor.userId,
        'forbidden',
        'Only an admin may list keys of others.',
      )
      const all = savedKeys(views)
      const keys = userId === undefined ? all : all.where('user_id', '=', userId)
      return page(await presented(await keys.execute()), query, header)
    }),

    on(contract.getApiKey, async ({ params: { id } }, { actor, views }) => {
      const key = found(
        await savedKeys(views).where('api_keys.id', '=', id).executeTakeFirst(),
        'API key',
      )
      refuseUnless(
        actor.isSuperuser || key.user_id === actor.userId,
        'forbidden',
        'This API key belongs to somebody else.',
      )
      const [record] = await presented([key])
      return found(record, 'API key')
    }),
  ]
}
