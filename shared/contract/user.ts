import { z } from 'zod'
import { locale } from '../kernel/locale.ts'
import { membershipTrial } from './access-effect.ts'
import { dryRunQuery, flagInQuery, idInBody, idInPath, idParams, name, paging } from './common.ts'
import { endpoint } from './endpoint.ts'

const tag = 'User'

/** Trimmed and lower-cased: the address two spellings share. */
export const normalEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** What a mailbox looks like, loosely: one @, a dot in the domain, no spaces or controls. */
export const email = z
  .string()
  .max(254, 'must have at most 254 characters')
  .trim()
  .refine(
    (value) => /^[^\s@<>,;:"\\\p{Cc}]+@[^\s@<>,;:"\\\p{Cc}]+\.[^\s@<>,;:".\\\p{Cc}]+$/u.test(value),
    'must be a valid e-mail address',
  )

export const password = z
  .string()
  .min(1, 'must not be blank')
  .max(256, 'must have at most 256 characters')

const membership = z.object({ id: z.int(), is_group_manager: z.boolean() })

export const userRecord = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  common_name: z.string(),
  is_superuser: z.boolean(),
  is_qbnewb: z.boolean(),
  is_active: z.boolean(),
  last_login: z.string().nullable(),
  date_joined: z.string(),
  updated_at: z.string(),
  locale: z.string().nullable(),
  sso_source: z.string().nullable(),
})

export const userDetail = userRecord.extend({ user_group_memberships: z.array(membership) })

const schemaAccess = z.union([
  z.enum(['all', 'write', 'read', 'none']),
  z.record(z.string(), z.json()),
])

export const currentUser = userDetail.extend({
  group_ids: z.array(z.int()),
  /** Null until the first login has made one. */
  personal_collection_id: z.int().nullable(),
  /** There is somewhere to keep things, be it only one’s personal collection. */
  can_write_any_collection: z.boolean(),
  permissions: z.object({
    is_superuser: z.boolean(),
    can_create_queries: z.boolean(),
    can_create_native_queries: z.boolean(),
    databases: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        engine: z.string(),
        schemas: schemaAccess,
        native: z.enum(['write', 'none']),
      }),
    ),
  }),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'List users: all of them for an admin, only oneself for others',
  query: z.object({
    ...paging,
    status: z.enum(['active', 'deactivated', 'all']).optional(),
    include_deactivated: flagInQuery.optional(),
    query: z.string().max(254).optional(),
    group_id: idInPath.optional(),
  }),
  response: z.array(userRecord.extend({ group_ids: z.array(z.int()) })),
})

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user/current',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'Oneself, with permissions and group memberships',
  response: currentUser,
})

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/user/recipients',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'Active users to whom something can be sent',
  query: z.object(paging),
  response: z.array(z.object({ id: z.int(), email: z.string(), common_name: z.string() })),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/:id',
  side: 'query',
  access: 'self-or-admin',
  rate: 'metadata',
  tag,
  summary: 'One user',
  params: idParams,
  response: userDetail,
})

/** Groups to be in; `id` is a group's. All Users goes without saying. */
const groups = {
  group_ids: z.array(idInBody).nullish(),
  user_group_memberships: z
    .array(z.object({ id: idInBody, is_group_manager: z.boolean().optional() }))
    .nullish(),
}

export const createUser = endpoint({
  method: 'POST',
  path: '/api/user',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Create a user',
  body: z.object({
    email,
    first_name: name(),
    last_name: name(),
    password: password.nullish(),
    ...groups,
  }),
  response: userDetail,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user/:id',
  side: 'command',
  access: 'self-or-admin',
  rate: 'write',
  tag,
  summary:
    'Change a user; what is left out stays. With `dry_run`, tell who would gain and lose what',
  params: idParams,
  query: dryRunQuery,
  body: z.object({
    email: email.optional(),
    first_name: name().optional(),
    last_name: name().optional(),
    is_superuser: z.boolean().optional(),
    locale: locale.nullish(),
    ...groups,
  }),
  response: z.union([userDetail, membershipTrial]),
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/user/:id/password',
  side: 'command',
  access: 'self-or-admin',
  inPerson: true,
  rate: 'login',
  tag,
  summary: 'Set a new password; `password` is the current one, needed for one’s own account',
  params: idParams,
  body: z.object({ password: z.string().max(256).nullish(), new_password: password }),
  response: z.object({ success: z.literal(true) }),
})

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/api/user/:id',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Deactivate a user and end all of their sessions',
  params: idParams,
  query: dryRunQuery,
  response: z.union([z.object({ success: z.literal(true) }), membershipTrial]),
})

export const reactivateUser = endpoint({
  method: 'PUT',
  path: '/api/user/:id/reactivate',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Let a deactivated user in again, without admin rights',
  params: idParams,
  query: dryRunQuery,
  response: z.union([userDetail, membershipTrial]),
})

export const dismissModal = endpoint({
  method: 'PUT',
  path: '/api/user/:id/modal/:modal',
  side: 'command',
  access: 'self-or-admin',
  rate: 'write',
  tag,
  summary: 'Note that the user has seen an introduction (`qbnewb`)',
  params: z.object({ id: idInPath, modal: z.enum(['qbnewb']) }),
  response: z.object({ success: z.literal(true) }),
})
