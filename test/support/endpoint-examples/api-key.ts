import * as apiKey from '../../../shared/contract/api-key.ts'
import type { Example, Examples, World } from './example.ts'

/** Makes a key for the admin; answers its id. */
export const makeKey = async ({ admin }: World): Promise<number> => {
  const { status, body } = await admin.post('/api/api-key', { name: 'Some key' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

const theKey: Example['params'] = ({ apiKeyId: id }) => ({ id })
const aNewKey: Example['params'] = async (world) => ({ id: await makeKey(world) })

export const apiKeyExamples: Examples = [
  [apiKey.listApiKeys, { query: ({ adminId }) => `user_id=${adminId}&limit=1` }],
  [apiKey.getApiKey, { params: theKey }],
  [apiKey.createApiKey, { body: () => ({ name: 'Nightly export', scope: 'read' }) }],
  [apiKey.renameApiKey, { params: theKey, body: () => ({ name: 'Weekly export' }) }],
  [apiKey.regenerateApiKey, { params: theKey, body: () => ({ expires_at: null }) }],
  [apiKey.revokeApiKey, { params: aNewKey }],
]
