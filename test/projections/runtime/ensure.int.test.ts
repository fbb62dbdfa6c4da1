import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ensureReadModels } from '../../../infra/main/read-models.ts'
import { activeSchema } from '../../../infra/read-models/ddl.ts'
import { postgresProjectionStore } from '../../../infra/read-models/projection-store.ts'
import { plainPersonalData } from '../../support/command.ts'
import { groupCreated, type ProjectionLab, projectionLab } from '../../support/projection-lab.ts'

let lab: ProjectionLab

beforeEach(async () => {
  lab = await projectionLab()
})

afterEach(() => lab.close())

const groups = () => lab.column<number>(`select id from ${activeSchema}.groups order by id`)

/** A process that comes up; `slow` makes its replay take that many milliseconds longer. */
const comesUp = async (slow = 0) => {
  const pool = lab.database.openPool()
  const people = plainPersonalData()
  await ensureReadModels({
    pool,
    eventStore: lab.eventStore,
    personalData: {
      ...people,
      unlock: async (userIds) => {
        await new Promise((resolve) => setTimeout(resolve, slow))
        return people.unlock(userIds)
      },
    },
  })
  return postgresProjectionStore(pool).checkpoint()
}

test('a first start makes the read models', async () => {
  await lab.database.pool.query(`drop schema ${activeSchema} cascade`)
  await lab.append('groups', groupCreated(1), groupCreated(2))
  expect(await comesUp()).toBe(await lab.eventStore.head())
  expect(await groups()).toEqual([1, 2])
})

test('a start with the same shapes leaves them alone', async () => {
  await lab.append('groups', groupCreated(1))
  expect(await comesUp()).toBe(0n)
})

test('a start with other shapes makes them anew', async () => {
  await lab.append('groups', groupCreated(1))
  await lab.database.pool.query(`update ${activeSchema}.shape set fingerprint = 'of yesterday'`)
  expect(await comesUp()).toBe(await lab.eventStore.head())
  expect(await groups()).toEqual([1])
})

test('of several that come up at once one makes them, and the others wait until they are there', async () => {
  await lab.database.pool.query(`drop schema ${activeSchema} cascade`)
  await lab.append('groups', ...[1, 2, 3].map((n) => groupCreated(n)))
  const head = await lab.eventStore.head()
  expect(await Promise.all([comesUp(200), comesUp(200), comesUp(200)])).toEqual([head, head, head])
  expect(await groups()).toEqual([1, 2, 3])
})
