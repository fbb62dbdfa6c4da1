import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { changeTree } from '../../../command-service/collection/change-tree.ts'
import { collectionRoutes } from '../../../command-service/collection/routes.ts'
import type { CommandContext } from '../../../command-service/context.ts'
import { accessHistories } from '../../../infra/access/access-histories.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import { createCollection } from '../../../shared/contract/collection.ts'
import { executorOn, tapAppends } from '../../support/command.ts'
import { someEvent } from '../../support/events.ts'
import { created, people } from '../../support/some-collections.ts'

test.each([
  ['archived', [{ archived: true }]],
  ['archived and deleted', [{ archived: true }, { deleted: true as const }]],
])('what is made in a collection that is %s meanwhile is archived as well', async (_, changes) => {
  const store = memoryEventStore()
  for (const [index, { type, data }] of [...people, created(10)].entries())
    await store.append(`some-${index}`, 'no_stream', [someEvent(data, type)])
  const histories = accessHistories(store)
  const meeting = tapAppends(store, async (stream) => {
    if (stream !== 'collection-50') return
    for (const change of changes) await changeTree(executorOn(store), histories, 1, 10, change)
  })
  const route = collectionRoutes({ accessHistories: histories }).find(
    ({ endpoint }) => endpoint === createCollection,
  )
  const context = {
    actor: { userId: 1, isSuperuser: true, groupIds: [1, 2], sessionKey: 'key' },
    executor: executorOn(meeting),
    commandId: randomUUID(),
    ids: { next: async () => 50, take: async () => [50] },
    address: '127.0.0.1',
  } satisfies CommandContext
  const body = { name: 'Late', parent_id: 10 }
  await route?.handle({ params: undefined, query: undefined, body } as never, context)
  const made = (await histories.current()).at().collection(50)
  expect(made).toMatchObject({ name: 'Late', parentId: 10, archived: true })
})
