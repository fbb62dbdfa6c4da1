import type { Caller } from './caller.ts'
import { createPerson, enter, somePassword } from './people.ts'
import { adminEmail, adminPassword, type TestService } from './service.ts'

/**
 * Nobody; somebody in All Users alone; who may ask one schema in structure; who may ask the whole
 * database and write SQL; who manages a group without rights; an admin.
 */
export const principalNames = ['AN', 'U0', 'UD', 'UN', 'GM', 'AD'] as const
export type PrincipalName = (typeof principalNames)[number]

export type Principal = {
  readonly name: PrincipalName
  /** 0 and empty for nobody. */
  readonly id: number
  readonly email: string
  readonly password: string
  readonly caller: Caller | undefined
}

export type Principals = Readonly<Record<PrincipalName, Principal>>

type Opened = {
  readonly databaseId: number
  /** The one schema UD may ask. */
  readonly schema: string
}

/**
 * Brings them about. What the rights are on is `opened`; All Users lose what they have on the
 * sample database.
 */
export const makePrincipals = async (
  app: TestService,
  admin: Caller,
  { databaseId, schema }: Opened,
): Promise<Principals> => {
  const made = async (name: PrincipalName, groupIds: readonly number[]): Promise<Principal> => {
    const { id, email } = await createPerson(admin)
    for (const group_id of groupIds)
      await admin.post('/api/permissions/membership', {
        group_id,
        user_id: id,
        is_group_manager: name === 'GM',
      })
    const caller = await enter(app, { id, email })
    return { name, id, email, password: somePassword, caller }
  }
  const group = async (name: string): Promise<number> =>
    (await admin.post('/api/permissions/group', { name })).body.id

  const [readers, writers, managed] = [
    await group('Of one schema'),
    await group('Of SQL'),
    await group('Managed'),
  ]
  const sampleId = (await admin.get('/api/database')).body.data.find(
    (database: { is_sample: boolean }) => database.is_sample,
  ).id
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const answer = await admin.put('/api/permissions/graph', {
    revision,
    groups: {
      1: { [sampleId]: { data: { schemas: 'none', native: 'none' } } },
      [readers]: { [databaseId]: { data: { schemas: { [schema]: 'all' } } } },
      [writers]: { [databaseId]: { data: { schemas: 'all', native: 'write' } } },
    },
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { body: self } = await admin.get('/api/user/current')
  return {
    AN: { name: 'AN', id: 0, email: '', password: '', caller: undefined },
    U0: await made('U0', []),
    UD: await made('UD', [readers]),
    UN: await made('UN', [writers]),
    GM: await made('GM', [managed]),
    AD: {
      name: 'AD',
      id: self.id,
      email: adminEmail,
      password: adminPassword,
      caller: admin,
    },
  }
}
