import { randomUUID } from 'node:crypto'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { Caller } from './caller.ts'
import { createPerson } from './people.ts'
import type { TestService } from './service.ts'

type World = {
  /** Group ids by name. */
  readonly groups: Readonly<Record<string, number>>
  /** Connected beside the sample database (id 1), with no tables. */
  readonly databaseId: number
  readonly tableId: number
  readonly personId: number
  /** Records a revision of the data graph; answers its number. */
  revise(changes: readonly GraphChange[], comment: string | null): Promise<number>
}

/** Groups, a second database and three revisions of the graph, by way of the log. */
export const permissionWorld = async (app: TestService, admin: Caller): Promise<World> => {
  const { eventStore, ids, progress } = app.service.adapters
  const append = async (stream: string, revision: number, type: string, data: unknown) => {
    const metadata = {
      $correlationId: randomUUID(),
      $causationId: randomUUID(),
      actor: { kind: 'user', id: 1 } as const,
    }
    const event = { id: randomUUID(), type, schemaVersion: 1, data, metadata }
    const expected = revision === 0 ? 'no_stream' : revision - 1
    const { position } = await eventStore.append(stream, expected, [event])
    await progress.reached(position, 10_000)
  }

  await admin.synced(1)
  const { body: tables } = await admin.get('/api/database/1/schema/public')
  const tableId: number = tables.find((table: { name: string }) => table.name === 'orders').id
  const groups: Record<string, number> = {}
  for (const name of ['Finance', 'Warehouse <b>&"1"</b>', 'Sales']) {
    const groupId = await ids.next('group')
    groups[name] = groupId
    await append(`group-${groupId}`, 0, 'GroupCreated', { groupId, name })
  }
  const finance = groups.Finance ?? 0
  const person = await createPerson(admin, { first_name: 'Grace', last_name: 'Hopper' })
  await append(`group-${finance}`, 1, 'GroupMemberAdded', {
    groupId: finance,
    membershipId: await ids.next('membership'),
    userId: person.id,
    isGroupManager: false,
  })
  const databaseId = 1

  let revision = 0
  const revise: World['revise'] = async (changes, comment) => {
    revision += 1
    await append('permissions-graph', revision - 1, 'PermissionsGraphRevised', {
      revision,
      comment,
      revertedTo: null,
      changes,
    })
    return revision
  }
  const data = { right: 'data', database: databaseId } as const
  const everybody = { ...data, group: 1, from: 'all', to: 'read' } as const
  await revise([everybody], 'Everybody may look, nobody may change')
  await revise(
    [{ ...data, group: finance, schema: 'public', table: tableId, from: null, to: 'read' }],
    'Orders for Finance <script>alert(1)</script>',
  )
  await revise(
    [
      { ...data, group: groups.Sales ?? 0, from: null, to: 'all' },
      { right: 'native', group: groups.Sales ?? 0, database: databaseId, from: null, to: 'write' },
      { ...everybody, from: 'read', to: 'none' },
    ],
    null,
  )
  return { groups, databaseId, tableId, personId: person.id, revise }
}
