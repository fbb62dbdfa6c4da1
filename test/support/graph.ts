import { asAdmin, type Caller, callerOf } from './caller.ts'
import { createPerson, enter, type Person } from './people.ts'
import type { TestService } from './service.ts'

const path = '/api/permissions/graph'

/** What rights on data look like on the wire; nothing of it is needed. */
export type Wanted = { readonly schemas?: unknown; readonly native?: unknown }

/** A service in which the sample database is open to whoever is in a group of analysts only. */
export type GraphWorld = {
  readonly admin: Caller
  readonly databaseId: number
  /** Tables of the sample database, by name. */
  readonly tables: Readonly<Record<string, number>>
  /** A group with one member; nothing was said about it yet. */
  readonly groupId: number
  readonly person: Person
  readonly user: Caller
  revision(): Promise<number>
  /** PUTs what a group may do with the sample database, at the revision there is. */
  say(groupId: number, data: Wanted, more?: object): ReturnType<Caller['put']>
  /** Of the sample database, as GET has it. */
  rightsOf(groupId: number): Promise<unknown>
}

export const graphWorld = async (app: TestService): Promise<GraphWorld> => {
  const admin = await asAdmin(app)
  const person = await createPerson(admin)
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Analysts' })
  await admin.post('/api/permissions/membership', { group_id: group.id, user_id: person.id })
  const { body: databases } = await admin.get('/api/database')
  const databaseId: number = databases.data[0].id
  await admin.synced(databaseId)
  const { body: tables } = await admin.get(`/api/database/${databaseId}/schema/public`)

  const read = async () => (await admin.get(path)).body
  const revision = async () => (await read()).revision
  const say: GraphWorld['say'] = async (groupId, data, more = {}) => {
    const groups = { [groupId]: { [databaseId]: { data } } }
    return admin.put(path, { revision: await revision(), groups, ...more })
  }
  return {
    admin,
    databaseId,
    tables: Object.fromEntries(
      tables.map(({ name, id }: { name: string; id: number }) => [name, id]),
    ),
    groupId: group.id,
    person,
    user: callerOf(app, (await enter(app, person)).token),
    revision,
    say,
    rightsOf: async (groupId) => (await read()).groups[groupId][databaseId],
  }
}
