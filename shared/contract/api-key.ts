import { z } from 'zod'
import { keyScopes } from '../kernel/key-scope.ts'
import { idInBody, idInPath, idParams, name, paging } from './common.ts'
import { creatorRecord } from './creator-record.ts'
import { endpoint, noContent } from './endpoint.ts'

const path = '/api/api-key'
const tag = 'API key'

const read = { side: 'query', access: 'session', rate: 'metadata', tag } as const
const write = { side: 'command', access: 'session', rate: 'write', tag } as const

/** A key for a script, as everybody but its maker sees it. */
export const apiKeyRecord = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.enum(keyScopes),
  /** How it begins: `as_4fQ9xZ…`. */
  masked_key: z.string(),
  /** Whose rights it has. */
  user_id: z.int(),
  user: creatorRecord.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  /** To the minute; null until it was used. */
  last_used_at: z.string().nullable(),
})

/** Only here, and never again. */
export const newApiKey = apiKeyRecord.extend({ unmasked_key: z.string() })

/** A moment at most two years ahead; a year unless it is said. */
const expires_at = z.iso.datetime({ offset: true }).nullish()

export const listApiKeys = endpoint({
  ...read,
  method: 'GET',
  path,
  summary: 'List API keys that were not revoked: those of everybody for an admin, else one’s own',
  query: z.object({ ...paging, user_id: idInPath.optional() }),
  response: z.array(apiKeyRecord),
})

export const getApiKey = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One API key',
  params: idParams,
  response: apiKeyRecord,
})

export const createApiKey = endpoint({
  ...write,
  inPerson: true,
  shownOnce: true,
  method: 'POST',
  path,
  summary:
    'Make a key for scripts, to be sent as `X-API-Key`: it reads; or reads and writes; or, an admin’s, does all an admin does. An admin may make keys for others',
  body: z.object({
    name: name(100),
    scope: z.enum(keyScopes).default('read'),
    user_id: idInBody.nullish(),
    expires_at,
  }),
  response: newApiKey,
})

export const renameApiKey = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Rename an API key',
  params: idParams,
  body: z.object({ name: name(100) }),
  response: apiKeyRecord,
})

export const regenerateApiKey = endpoint({
  ...write,
  inPerson: true,
  shownOnce: true,
  method: 'PUT',
  path: `${path}/:id/regenerate`,
  summary: 'Put a new key in the place of this one, which opens nothing any more',
  params: idParams,
  body: z.object({ expires_at }).optional(),
  response: newApiKey,
})

export const revokeApiKey = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Revoke an API key, with effect on the next request',
  params: idParams,
  response: noContent,
})
