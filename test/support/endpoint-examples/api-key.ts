import * as apiKey from '../../../shared/contract/api-key.ts'
import type { Example, Examples, World } from './example.ts'

/** Makes a key for the admin; answers its id. */
const makeKey = async ({ admin }: World): Promise<number> => {
  const { status, body } = await admin.post('/api/api-key', { name: 'Some key' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

const aKey: Example['params'] = async (world) => ({ id: await makeKey(world) })

export const apiKeyExamples: Examples = [
  [apiKey.listApiKeys, { query: 'user_id=1&limit=1' }],
  [apiKey.getApiKey, { params: aKey }],
  [apiKey.createApiKey, { body: () => ({ name: 'Nightly export', scope: 'read' }) }],
  [apiKey.renameApiKey, { params: aKey, body: () => ({ name: 'Weekly export' }) }],
  [apiKey.regenerateApiKey, { params: aKey, body: () => ({ expires_at: null }) }],
  [apiKey.revokeApiKey, { params: aKey }],
]
