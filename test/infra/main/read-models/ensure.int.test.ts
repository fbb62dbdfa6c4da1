import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { ensureReadModels } from '../../../../infra/main/read-models/ensure.ts'
import { rebuild } from '../../../../infra/main/read-models/rebuild.ts'
import { buildsOf, findBuilds } from '../../../../infra/read-models/builds.ts'
import { postgresProjectionStore } from '../../../../infra/read-models/projection-store.ts'
import { installRegistry } from '../../../../infra/read-models/registry.ts'
import { coreProjections } from '../../../../projections/index.ts'
import type { AnyProjection } from '../../../../projections/runtime/projection.ts'
import type { EventStore } from '../../../../shared/ports/event-store.ts'
import { plainPersonalData } from '../../../support/command.ts'
import { groupCreated, type ProjectionLab, projectionLab } from '../../../support/projection-lab.ts'

jest.setTimeout(60_000)

let lab: ProjectionLab

beforeEach(async () => {
  lab = await projectionLab()
})

afterEach(() => lab.close())

const groups = () => lab.column<number>('select id from rm.groups order by id')

/** A process that comes up; `slow` makes its replay take that many milliseconds longer. */
const comesUp = async ({
  slow = 0,
  projections = coreProjections,
}: {
  slow?: number
  projections?: readonly AnyProjection[]
} = {}) => {
  const pool = lab.database.openPool()
  const people = plainPersonalData()
  await ensureReadModels({
    pool,
    projections,
    eventStore: lab.eventStore,
    personalData: {
      ...people,
      unlock: async (userIds) => {
        await new Promise((resolve) => setTimeout(resolve, slow))
        return people.unlock(userIds)
      },
    },
  })
  return postgresProjectionStore(pool, projections).checkpoint()
}

const forgetAll = () => lab.database.pool.query('drop schema projections, rm cascade')
const ofYesterday = () =>
  lab.database.pool.query(`update projections.builds set fingerprint = 'of yesterday'`)
const statesOf = async (name: string) =>
  (await buildsOf(lab.database.pool, name)).map(({ state }) => state)

/** Positions far apart, as bytes are. */
const distance = 10_000n

/** The log in a store that counts bytes, to which somebody writes whenever its end is asked for. */
const busyLog = (log: EventStore): EventStore => {
  let groupId = 0
  return {
    ...log,
    async head() {
      groupId += 1
      await lab.append(`group-${groupId}`, groupCreated(groupId))
      return (await log.head()) * distance
    },
    async *readAll({ after = 0n, upTo, ...rest } = {}) {
      const bounds = { after: after / distance, ...(upTo && { upTo: upTo / distance }) }
      for await (const event of log.readAll({ ...rest, ...bounds }))
        yield { ...event, position: event.position * distance }
    },
  }
}

test('a build comes to an end while others write, wherever positions are far apart', async () => {
  await forgetAll()
  const { pool } = lab.database
  await installRegistry(pool)
  const eventStore = busyLog(lab.eventStore)
  const personalData = plainPersonalData()
  await rebuild({ pool, eventStore, personalData, projections: coreProjections }, 'group')
  expect(await statesOf('group')).toEqual(['ready'])
})

test('a first start makes the read models', async () => {
  await forgetAll()
  await lab.append('groups', groupCreated(1), groupCreated(2))
  expect(await comesUp()).toBe(await lab.eventStore.head())
  expect(await groups()).toEqual([1, 2])
})

test('a start with the same shapes leaves them alone', async () => {
  await lab.append('groups', groupCreated(1))
  expect(await comesUp()).toBe(0n)
  expect(await findBuilds(lab.database.pool)).toHaveLength(coreProjections.length)
})

test('of several that come up at once one makes them, and the others wait until they are there', async () => {
  await forgetAll()
  await lab.append('groups', ...[1, 2, 3].map((n) => groupCreated(n)))
  const head = await lab.eventStore.head()
  const slow = 50
  const positions = await Promise.all([comesUp({ slow }), comesUp({ slow }), comesUp({ slow })])
  expect(positions).toEqual([head, head, head])
  expect(await groups()).toEqual([1, 2, 3])
  expect(await statesOf('group')).toEqual(['active'])
})

describe('a start with other shapes', () => {
  test('makes its own and keeps those before', async () => {
    lab.startProjector()
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()
    await ofYesterday()
    expect(await comesUp()).toBe(await lab.eventStore.head())
    expect(await groups()).toEqual([1])
    expect(await statesOf('group')).toEqual(['previous', 'active'])
  })

  test('takes what was built for it beforehand', async () => {
    const projector = lab.startProjector()
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()
    await projector.stop()
    await ofYesterday()
    const { pool } = lab.database
    const personalData = plainPersonalData()
    const workshop = {
      pool,
      eventStore: lab.eventStore,
      personalData,
      projections: coreProjections,
    }
    const { build } = await rebuild(workshop, 'group')
    await comesUp()
    const builds = await buildsOf(pool, 'group')
    expect(builds).toMatchObject([{ state: 'previous' }, { id: build.id, state: 'active' }])
  })

  test('of an earlier release that knew no builds makes all anew', async () => {
    await forgetAll()
    await lab.database.pool.query(`
      create schema rm;
      create table rm.groups (id integer primary key, name text not null);
      insert into rm.groups values (9, 'stale');
      create table rm.checkpoint (one boolean primary key, position bigint not null);
      create table rm.shape (one boolean primary key, fingerprint text not null)`)
    await lab.append('groups', groupCreated(1))
    expect(await comesUp()).toBe(await lab.eventStore.head())
    expect(await groups()).toEqual([1])
  })

  test('does not put in use what does not hold the rows it should', async () => {
    const projector = lab.startProjector()
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()
    await projector.stop()
    await lab.database.pool.query(`update rm.groups set name = 'Somebody else'`)
    await ofYesterday()
    await expect(comesUp()).rejects.toThrow('read models of group')
    expect(await lab.column('select name from rm.groups')).toEqual(['Somebody else'])
  })

  test('waits no longer for a projection that is gone', async () => {
    const fewer = coreProjections.filter(({ name }) => name !== 'setting')
    await comesUp({ projections: fewer })
    expect(await statesOf('setting')).toEqual(['previous'])
    const projector = lab.startProjector({ projections: fewer })
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()
    expect(projector.status().state).toBe('live')
  })
})
