import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { promote } from '../../../../infra/main/read-models/promote.ts'
import { rebuild } from '../../../../infra/main/read-models/rebuild.ts'
import { rollback } from '../../../../infra/main/read-models/rollback.ts'
import { verify } from '../../../../infra/main/read-models/verify.ts'
import type { Workshop } from '../../../../infra/main/read-models/workshop.ts'
import { buildsOf } from '../../../../infra/read-models/builds.ts'
import { schemaOf } from '../../../../infra/read-models/ddl.ts'
import { groupProjection } from '../../../../projections/group.ts'
import { coreProjections } from '../../../../projections/index.ts'
import { projection } from '../../../../projections/runtime/projection.ts'
import type { GroupEvent } from '../../../../shared/events/group.ts'
import { groups } from '../../../../shared/views/group.ts'
import { integer, view } from '../../../../shared/views/view.ts'
import { plainPersonalData } from '../../../support/command.ts'
import { groupCreated, type ProjectionLab, projectionLab } from '../../../support/projection-lab.ts'
import { until } from '../../../support/until.ts'

jest.setTimeout(60_000)

let lab: ProjectionLab
let workshop: Workshop

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

beforeEach(async () => {
  lab = await projectionLab()
  const { eventStore } = lab
  const pool = lab.database.openPool()
  workshop = { pool, eventStore, personalData: plainPersonalData(), projections: coreProjections }
  await lab.append('groups', ...upTo(1_000).map((n) => groupCreated(n)))
  lab.startProjector()
  await lab.caughtUp()
})

afterEach(() => lab.close())

const latest = async () => {
  const build = (await buildsOf(workshop.pool, 'group')).at(-1)
  if (!build) throw new Error('there is no build')
  return build
}
const statesNow = async () => (await buildsOf(workshop.pool, 'group')).map(({ state }) => state)
/** Changes the rows of the newest build behind everybody's back. */
const tamper = async (sql: (table: string) => string) =>
  workshop.pool.query(sql(`${schemaOf(await latest())}.groups`))

const wideGroups = view('groups', { ...groups.columns, letters: integer() }, { key: ['id'] })

/** Groups as another release shapes them. */
const wideProjection = projection<GroupEvent>({
  ...groupProjection,
  views: [wideGroups],
  on: {
    GroupCreated: (write, { data }) =>
      write.put(wideGroups, {
        ...Object.fromEntries(Object.keys(groups.columns).map((column) => [column, null])),
        id: data.groupId,
        name: data.name,
        letters: data.name.length,
      } as never),
  },
})
const other = (changed = wideProjection): Workshop => ({
  ...workshop,
  projections: coreProjections.map((it) => (it.name === 'group' ? changed : it)),
})

describe('a verification', () => {
  test.each([
    ['a cell', (table: string) => `update ${table} set name = 'x' where id = 500`],
    ['a row too few', (table: string) => `delete from ${table} where id = 500`],
    ['a row too many', (table: string) => `update ${table} set id = 5000 where id = 500`],
  ])('finds %s that is wrong', async (_, sql) => {
    await rebuild(workshop, 'group')
    expect(await verify(workshop, 'group')).toMatchObject({ agrees: true })
    await tamper(sql)
    expect(await verify(workshop, 'group')).toMatchObject({
      agrees: false,
      tables: [{ table: 'groups', live: { equal: false, rows: 1_000 }, sample: null }],
    })
    await expect(promote(workshop, 'group')).rejects.toThrow('not what it should be')
  })

  test('holds for the build in use at that time alone', async () => {
    await rebuild(workshop, 'group')
    await verify(workshop, 'group')
    await workshop.pool.query('update projections.verdicts set against = 0')
    await expect(promote(workshop, 'group')).rejects.toThrow('not been verified')
  })
})

describe('of another shape', () => {
  test('what both have is compared, and the rest is folded from the log by other means', async () => {
    await rebuild(other(), 'group')
    const { agrees, tables } = await verify(other(), 'group')
    expect(agrees).toBe(true)
    expect(tables).toMatchObject([
      { rows: 1_000, live: { equal: true }, sample: { wrong: [], rows: expect.any(Number) } },
    ])
    expect(tables[0]?.sample?.rows).toBeGreaterThan(100)
  })

  test.each([
    ['a cell', (table: string) => `update ${table} set letters = 99`, 'letters'],
    ['a row too few', (table: string) => `delete from ${table} where id % 2 = 0`, '(row)'],
    ['a row too many', (table: string) => `update ${table} set id = id + 5000`, '(row)'],
  ])('%s that is wrong is found by the fold', async (_, sql, column) => {
    // A higher version may say something else in the columns both have: the fold alone decides.
    const raised = other({ ...wideProjection, version: 99 })
    await rebuild(raised, 'group')
    await tamper(sql)
    const { agrees, tables } = await verify(raised, 'group')
    expect(agrees).toBe(false)
    expect(tables[0]?.sample?.wrong).toContainEqual({ key: expect.any(String), column })
  })

  test('a higher version may differ from the one in use', async () => {
    const shouting = projection<GroupEvent>({
      ...wideProjection,
      version: 99,
      on: {
        ...wideProjection.on,
        GroupCreated: (write, fact) => {
          const data = { ...fact.data, name: fact.data.name.toUpperCase() }
          wideProjection.on.GroupCreated?.(write, { ...fact, data } as never)
        },
      },
    })
    await rebuild(other(shouting), 'group')
    expect(await verify(other(shouting), 'group')).toMatchObject({
      agrees: true,
      tables: [{ live: { equal: false }, sample: { wrong: [] } }],
    })
  })
})

describe('a rebuild', () => {
  test('is refused while another one is under way', async () => {
    const slow: Workshop = {
      ...workshop,
      personalData: {
        unlock: async (userIds) => {
          await new Promise((resolve) => setTimeout(resolve, 200))
          return workshop.personalData.unlock(userIds)
        },
      },
    }
    const both = await Promise.allSettled([rebuild(slow, 'group'), rebuild(slow, 'group')])
    const refused = both.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('Somebody else is at work')])
    expect((await verify(workshop, 'group')).agrees).toBe(true)
  })

  test('that a crash of the server emptied begins anew', async () => {
    const stopped = rebuild({ ...workshop, batch: 100 }, 'group', {
      watch: ({ position }) => {
        if (position > 300n) throw new Error('stopped')
      },
    })
    await expect(stopped).rejects.toThrow('stopped')
    const { id, projection: name } = await latest()
    const schema = schemaOf({ id, projection: name })
    // What recovery does to unlogged tables.
    await workshop.pool.query(`truncate ${schema}.groups, ${schema}.filling`)
    const { build, events } = await rebuild(workshop, 'group')
    expect(build.id).not.toBe(id)
    expect(events).toBe(1_000)
    expect((await verify(workshop, 'group')).agrees).toBe(true)
  })

  const file = (name: string) => fileURLToPath(new URL(`../../../support/${name}`, import.meta.url))

  /** Rebuilds in another process and kills that after so many steps; answers those it did. */
  const killedAfter = (steps: number) =>
    new Promise<number>((resolve) => {
      const args = [file('rebuild-slowly.ts'), lab.database.url, 'group']
      const child = spawn(process.execPath, ['--import', file('run-typescript.mjs'), ...args], {
        env: { ...process.env, NODE_OPTIONS: '--no-warnings' },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let done = 0
      child.stdout.on('data', (text) => {
        done += String(text).split('\n').length - 1
        if (done >= steps) child.kill('SIGKILL')
      })
      child.once('exit', () => resolve(done))
    })

  test('that is killed goes on where it stopped, however often', async () => {
    // One that finds the lock of the one before still taken ends at once.
    for (const steps of [1, 2, 3])
      await until(
        () => killedAfter(steps),
        (done) => done >= steps,
        30_000,
      )
    const { id, position, state } = await latest()
    expect(state).toBe('building')
    expect(position).toBeGreaterThanOrEqual(600n)
    const again = () => rebuild(workshop, 'group').catch(() => undefined)
    const rebuilt = await until(again, (it) => it !== undefined)
    expect(rebuilt?.build.id).toBe(id)
    expect(rebuilt?.events).toBeLessThanOrEqual(400)
    expect((await verify(workshop, 'group')).agrees).toBe(true)
  })
})

describe('once a build is in use', () => {
  test('statements that were prepared before go on, named or not, on pooled connections', async () => {
    const pool = lab.database.openPool({ max: 1 })
    const all = { name: 'all', text: 'select * from rm.groups where id = $1' }
    const some = { name: 'some', text: 'select id, name from rm.groups where id = $1' }
    const ask = async () => {
      for (const statement of [all, some])
        expect((await pool.query({ ...statement, values: [7] })).rows).toMatchObject([
          { id: 7, name: 'Group 7' },
        ])
    }
    for (let use = 0; use < 7; use += 1) await ask()
    await rebuild(workshop, 'group')
    await promote(workshop, 'group', { force: true })
    await ask()
    await rollback(workshop, 'group')
    await ask()
    await rebuild(other(), 'group')
    await promote(other(), 'group', { force: true })
    expect((await pool.query({ ...some, values: [7] })).rows).toEqual([{ id: 7, name: 'Group 7' }])
    expect((await pool.query('select letters from rm.groups where id = 7')).rows).toEqual([
      { letters: 7 },
    ])
  })

  test('one that fell behind does not come back unless its release brings it along', async () => {
    await rebuild(workshop, 'group')
    await promote(workshop, 'group', { force: true })
    const [before] = await buildsOf(workshop.pool, 'group')
    const setFingerprint = (to: string | undefined) =>
      workshop.pool.query('update projections.builds set fingerprint = $2 where id = $1', [
        before?.id,
        to,
      ])
    await setFingerprint('of yesterday')
    await lab.append('groups', groupCreated(1_001))
    await lab.caughtUp()
    await expect(rollback(workshop, 'group')).rejects.toThrow('start a process of that release')
    expect(await statesNow()).toEqual(['previous', 'active'])
    await setFingerprint(before?.fingerprint)
    await rollback(workshop, 'group')
    expect(await lab.column('select id from rm.groups where id > 1000')).toEqual([1_001])
    expect(await statesNow()).toEqual(['active', 'previous'])
  })

  test('the one replaced before the last is gone', async () => {
    for (let round = 0; round < 3; round += 1) {
      await rebuild(workshop, 'group')
      await promote(workshop, 'group', { force: true })
    }
    expect(await statesNow()).toEqual(['previous', 'active'])
  })

  test('somebody who reads for long makes an exchange wait, not fail', async () => {
    await rebuild(workshop, 'group')
    const reader = await lab.database.openPool().connect()
    await reader.query('begin')
    await reader.query('select * from rm.groups')
    let done = false
    const promoted = promote(workshop, 'group', { force: true }).then(() => {
      done = true
    })
    await lab.append('groups', groupCreated(1_001))
    await lab.caughtUp()
    expect(done).toBe(false)
    await reader.query('commit')
    reader.release()
    await promoted
    expect(await statesNow()).toEqual(['previous', 'active'])
  })
})
