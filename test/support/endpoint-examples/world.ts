import { asAdmin, callerOf } from '../caller.ts'
import { openCustomer } from '../customers.ts'
import { quiet } from '../quiet.ts'
import { startTestService } from '../service.ts'
import { makeAction } from './action.ts'
import { makeKey } from './api-key.ts'
import { saveCard } from './card.ts'
import { makeDashboard } from './dashboard.ts'
import { embedSomething } from './embed.ts'
import type { World } from './example.ts'
import { shareSomething } from './public.ts'
import { saveSnippet } from './snippet.ts'
import { subscribe } from './subscription.ts'

const password = 'a long enough password'

/** Starts a service in which every example can be called. */
export const startWorld = async (): Promise<World & { stop(): Promise<void> }> => {
  const [app, customer] = await Promise.all([startTestService(), openCustomer('mysql')])
  const admin = await asAdmin(app)
  await customer.run('create table one (n int primary key)')

  let users = 0
  const newUser: World['newUser'] = async () => {
    users += 1
    const email = `stranger${users}@example.com`
    const names = { first_name: 'Some', last_name: 'Stranger' }
    const { body } = await admin.post('/api/user', { email, password, ...names })
    return { id: body.id, email, password }
  }
  const newDatabase = async () => {
    const id = await admin.connect(customer)
    await admin.synced(id)
    return id
  }

  const { body: databases } = await admin.get('/api/database')
  const databaseId: number = databases.data[0].id
  await admin.synced(databaseId)
  const { body: tables } = await admin.get(`/api/database/${databaseId}/schema/public`)
  const tableId: number = tables.find((table: { name: string }) => table.name === 'orders').id
  const { body: table } = await admin.get(`/api/table/${tableId}`)
  const someone = await newUser()
  const person = callerOf(app, await app.logIn(someone.email, someone.password))
  const { body: self } = await admin.get('/api/user/current')
  const some = { app, admin, adminId: self.id, person, personId: someone.id, databaseId, tableId }
  const world = {
    ...some,
    fieldId: table.pk_field,
    newUser,
    newDatabase,
    cardId: 0,
    snippetId: 0,
    subscriptionId: 0,
    apiKeyId: 0,
    dashboard: { id: 0, dashcardId: 0 },
    action: { id: 0, databaseId: 0, uuid: '', dashboardId: 0, dashcardId: 0 },
    shared: { card: '', dashboard: '', dashboardId: 0, dashcardId: 0, cardId: 0 },
    embedded: { cardId: 0, dashboardId: 0, dashcardId: 0 },
  }
  const cardId = await saveCard(world)
  const snippetId = await saveSnippet(world)
  const apiKeyId = await makeKey(world)
  const dashboard = await makeDashboard({ ...world, cardId })
  const subscriptionId = await subscribe(admin, dashboard.id)
  const action = await makeAction({ admin, cardId }, await newDatabase())
  const shared = await shareSomething(world)
  const embedded = await embedSomething({ ...world, shared })
  await quiet(app)
  return {
    ...world,
    cardId,
    snippetId,
    apiKeyId,
    dashboard,
    action,
    subscriptionId,
    shared,
    embedded,
    stop: async () => {
      await app.stop()
      await customer.close()
    },
  }
}
