import type { Caller } from './caller.ts'
import { type CardWorld, cardWorld } from './card-world.ts'
import { createPerson, enter } from './people.ts'
import type { TestService } from './service.ts'

/** Actions on `people` of a customer's database, whose model stands in a collection of its own. */
export type ActionWorld = CardWorld & {
  /** A model that is the table. */
  readonly modelId: number
  readonly collectionId: number
  /** May write to the collection, and rows of the table; no SQL. */
  readonly author: Caller
  /** Makes an action of the model as admin; answers its id. */
  action(body: object, by?: Caller): Promise<number>
  run(id: number, parameters: object, by?: Caller): ReturnType<Caller['post']>
  preview(id: number, parameters?: object, by?: Caller): ReturnType<Caller['get']>
  /** Rows of `people` past the service. */
  peopleWhere(condition: string): Promise<readonly Record<string, unknown>[]>
  /** What a group may do with the data of the database. */
  mayData(groupId: number, data: object): Promise<void>
}

export const asked = (parameters: object): string =>
  `parameters=${encodeURIComponent(JSON.stringify(parameters))}`

export const actionWorld = async (app: TestService): Promise<ActionWorld> => {
  const world = await cardWorld(app)
  const { admin, readers, people, save, customer, databaseId } = world
  const collectionId = await world.create('Back office')
  await world.open(collectionId, 'read')
  const modelId = await save(people(), { type: 'model', collection_id: collectionId })

  const mayData: ActionWorld['mayData'] = async (groupId, data) => {
    const path = '/api/permissions/graph'
    const { revision } = (await admin.get(path)).body
    const groups = { [groupId]: { [databaseId]: { data } } }
    const { status, body } = await admin.put(path, { revision, groups })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }

  const person = await createPerson(admin)
  const group = (await admin.post('/api/permissions/group', { name: 'Authors' })).body.id
  await admin.post('/api/permissions/membership', { group_id: group, user_id: person.id })
  await world.say({ [group]: { [collectionId]: 'write' } })
  await mayData(group, { schemas: 'all', native: 'none' })
  await mayData(readers, { schemas: 'all', native: 'none' })

  return {
    ...world,
    modelId,
    collectionId,
    author: await enter(app, person),
    mayData,
    action: async (body, by = admin) => {
      const made = await by.post('/api/action', { name: 'An action', model_id: modelId, ...body })
      if (made.status !== 200) throw new Error(JSON.stringify(made.body))
      return made.body.id
    },
    run: (id, parameters, by = admin) => by.post(`/api/action/${id}/execute`, { parameters }),
    preview: (id, parameters = {}, by = admin) =>
      by.get(`/api/action/${id}/execute?${asked(parameters)}`),
    peopleWhere: (condition) => customer.run(`select * from people where ${condition} order by id`),
  }
}
