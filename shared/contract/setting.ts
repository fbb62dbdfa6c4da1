import { z } from 'zod'
import { paging } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'

const tag = 'Settings'
const read = { method: 'GET', side: 'query', access: 'admin', rate: 'metadata', tag } as const
const write = { side: 'command', access: 'admin', rate: 'write', tag } as const

const longestKey = 254
const key = z.object({ key: z.string().max(longestKey) })

/** Secrets are masked: `**********cd`. */
const value = z.json()

const settingRecord = z.object({
  key: z.string(),
  /** Null: the default is in force. */
  value,
  default: value,
  description: z.string(),
  /** Whether the environment says it; then nobody can change it here. */
  is_env_setting: z.boolean(),
  /** The environment variable that may say it. */
  env_name: z.string(),
})

const changeRecord = z.object({
  at: z.string(),
  /** Null: nobody who had signed in, as at the set-up. */
  by: z.object({ id: z.int(), common_name: z.string() }).nullable(),
  /** Null: the default. What is kept sealed is masked, and gone once it was replaced. */
  from: value,
  to: value,
})

export const listSettings = endpoint({
  ...read,
  path: '/api/setting',
  summary: 'Every setting by its key, and what is said of it; secrets masked',
  response: z.array(settingRecord),
})

export const getSetting = endpoint({
  ...read,
  path: '/api/setting/:key',
  summary: 'The value in force of one setting; 204 where there is none',
  params: key,
  response: value.optional(),
})

export const listSettingChanges = endpoint({
  ...read,
  path: '/api/setting/:key/history',
  summary: 'Who changed a setting when, from what to what, newest first',
  params: key,
  query: z.object(paging),
  response: z.array(changeRecord),
})

export const changeSetting = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/setting/:key',
  summary: 'Change one setting; null brings its default back, a mask leaves a secret as it is',
  params: key,
  body: z.object({ value }),
  response: noContent,
})

export const changeSettings = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/setting',
  summary: 'Change several settings by their keys, all of them or none',
  body: z
    .record(z.string(), value)
    .refine(
      (all) => Object.keys(all).every(({ length }) => length <= longestKey),
      'must have keys of settings alone',
    ),
  response: noContent,
})

export const rotateEmbeddingKey = endpoint({
  ...write,
  method: 'POST',
  path: '/api/setting/embedding-secret-key/rotate',
  summary:
    'Sign what is embedded with another key; the one before opens for `embedding-key-overlap` seconds',
  body: z.object({ value: z.string() }),
  response: noContent,
})
