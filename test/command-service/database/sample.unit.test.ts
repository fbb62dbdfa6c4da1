import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { databaseDecider } from '../../../command-service/database/decider.ts'
import {
  connectSample,
  ensureSample,
  sampleDecider,
} from '../../../command-service/database/sample.ts'
import { streams } from '../../../command-service/streams.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import type { SampleEvent } from '../../../shared/events/sample.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { countingIds, executorOn, tapAppends } from '../../support/command.ts'
import { collect } from '../../support/events.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(sampleDecider)
const chosen = (databaseId: number): SampleEvent => ({
  type: 'SampleDatabaseChosen',
  data: { databaseId },
})

describe('choosing the sample database', () => {
  test('the first choice stands', () =>
    given()
      .when({ type: 'ChooseSample', data: { databaseId: 1 } })
      .then(chosen(1)))
  test('a second first choice changes nothing', () =>
    given(chosen(1))
      .when({ type: 'ChooseSample', data: { databaseId: 2 } })
      .then())
  test('another one takes the place of the one it knows', () =>
    given(chosen(1))
      .when({ type: 'ChooseSample', data: { databaseId: 2, instead: 1 } })
      .then(chosen(2)))
  test('of two that would take its place one does', () =>
    given(chosen(1), chosen(2))
      .when({ type: 'ChooseSample', data: { databaseId: 3, instead: 1 } })
      .then())
})

describe('the sample database', () => {
  const service = () => {
    const store = memoryEventStore()
    const ids = countingIds()
    const secrets = new Map<string, string>()
    let port = 5_000
    const dependencies = {
      connections: {} as never,
      vault: {
        put: async (kind: string, secret: string) => {
          const reference = `${kind}-${randomUUID()}`
          secrets.set(reference, secret)
          return reference
        },
        open: async (reference: string) => secrets.get(reference),
        remove: async (reference: string) => void secrets.delete(reference),
        sweep: async () => 0,
      },
      sample: {
        restore: async () => undefined,
        access: () => ({
          engine: 'postgres',
          details: { host: 'here', port, dbname: 'sample', user: 'reader', password: 'secret' },
        }),
      },
    }
    const connect = (over: EventStore = store) => connectSample(dependencies, executorOn(over), ids)
    const start = (over: EventStore = store) => ensureSample(dependencies, executorOn(over), ids)
    const database = async (id: number) =>
      (await executorOn(store).load(streams.database(id), databaseDecider)).state
    const remove = (databaseId: number) =>
      executorOn(store).execute(streams.database(databaseId), databaseDecider, {
        type: 'DeleteDatabase',
        data: { databaseId },
      })
    const connected = async () => {
      const events = await collect(store.readAll())
      return events.filter(({ type }) => type === 'DatabaseConnected').map(({ stream }) => stream)
    }
    const move = () => {
      port++
    }
    return { store, secrets, connect, start, database, remove, connected, move }
  }

  test('comes with a new installation, once', async () => {
    const { start, connected, database } = service()
    await start()
    await start()
    expect(await connected()).toEqual(['database-1'])
    expect(await database(1)).toMatchObject({ isSample: true, details: { port: 5_000 } })
  })

  test('follows where it lives', async () => {
    const { start, move, database } = service()
    await start()
    move()
    await start()
    expect(await database(1)).toMatchObject({ details: { port: 5_001 } })
  })

  test('that was let go does not come back by itself, only when asked for', async () => {
    const { start, remove, connected, connect } = service()
    await start()
    await remove(1)
    await start()
    expect(await connected()).toEqual(['database-1'])
    expect(await connect()).toBe(2)
    expect(await connect()).toBe(2)
    expect(await connected()).toEqual(['database-1', 'database-2'])
  })

  test('whose connecting was cut short is connected at the next start', async () => {
    const { store, start, connected } = service()
    const dying = tapAppends(store, async (stream) => {
      if (stream.startsWith('database-')) throw new Error('cut short')
    })
    await expect(start(dying)).rejects.toThrow('cut short')
    await start()
    expect(await connected()).toHaveLength(1)
  })

  test('asked for by many at once is one, connected before anybody is told of it', async () => {
    for (let round = 0; round < 10; round++) await askTogether()
  })

  const askTogether = async () => {
    const { connect, connected, database, secrets } = service()
    const told = await Promise.all(
      [1, 2, 3].map(async () => {
        const id = await connect()
        return [id, (await database(id)).status]
      }),
    )
    const [first] = told
    expect(told).toEqual([first, first, first])
    expect(first?.[1]).toBe('connected')
    expect(await connected()).toHaveLength(1)
    expect(secrets.size).toBe(1)
  }
})
