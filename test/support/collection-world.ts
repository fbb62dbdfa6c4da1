import { asAdmin, type Caller } from './caller.ts'
import { createPerson, enter, type Person } from './people.ts'
import type { TestService } from './service.ts'

export const graphPath = '/api/collection/graph'

/** A closed root; a group of readers with one member, and somebody who is in no group but All Users. */
export type CollectionWorld = {
  readonly admin: Caller
  readonly reader: Caller
  readonly readerPerson: Person
  readonly stranger: Caller
  readonly strangerPerson: Person
  readonly readers: number
  /** Says what the readers may do; answers the collection's id back. */
  open(collectionId: number | 'root', level: 'read' | 'write' | 'none'): Promise<number | 'root'>
  /** Creates a collection as admin, nothing said about anybody else; answers its id. */
  create(name: string, more?: object): Promise<number>
  /** PUTs the graph as admin, at the revision there is. */
  say(groups: object): ReturnType<Caller['put']>
}

const expectOk = <A extends { status: number; body: unknown }>(answer: A): A => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer
}

export const collectionWorld = async (app: TestService): Promise<CollectionWorld> => {
  const admin = await asAdmin(app)
  const [readerPerson, strangerPerson] = [await createPerson(admin), await createPerson(admin)]
  const group = expectOk(await admin.post('/api/permissions/group', { name: 'Readers' }))
  const readers: number = group.body.id
  expectOk(
    await admin.post('/api/permissions/membership', {
      group_id: readers,
      user_id: readerPerson.id,
    }),
  )
  const say = async (groups: object) => {
    const { body } = await admin.get(graphPath)
    return admin.put(graphPath, { revision: body.revision, groups })
  }
  expectOk(await say({ 1: { root: 'none' } }))
  return {
    admin,
    reader: await enter(app, readerPerson),
    readerPerson,
    stranger: await enter(app, strangerPerson),
    strangerPerson,
    readers,
    say,
    open: async (collectionId, level) => {
      expectOk(await say({ [readers]: { [collectionId]: level } }))
      return collectionId
    },
    create: async (name, more = {}) =>
      expectOk(await admin.post('/api/collection', { name, ...more })).body.id,
  }
}
