import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { activeSchema } from '../../../infra/read-models/ddl.ts'
import { groupProjection } from '../../../projections/group.ts'
import { eventually } from '../../support/events.ts'
import {
  databaseConnected,
  groupCreated,
  type ProjectionLab,
  projectionLab,
} from '../../support/projection-lab.ts'

let lab: ProjectionLab

beforeEach(async () => {
  lab = await projectionLab()
})

afterEach(() => lab.close())

const groupIds = () => lab.column<number>(`select id from ${activeSchema}.groups order by id`)
const databaseNames = () =>
  lab.column<string>(`select name from ${activeSchema}.databases order by id`)

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Notes each row written to `groups`, so that a second writing of the same one shows. */
const noteWritings = async () =>
  lab.database.pool.query(`
    create table writings (id integer);
    create function note_writing() returns trigger language plpgsql as
      $$ begin insert into writings values (new.id); return new; end $$;
    create trigger note before insert or update on ${await lab.tableOf('groups')}
      for each row execute function note_writing()`)

test('catches up with what was there, then follows what comes', async () => {
  await lab.append('groups', ...upTo(1_200).map((n) => groupCreated(n)))
  const projector = lab.startProjector({ batch: 100 })
  await lab.caughtUp()
  expect(await groupIds()).toEqual(upTo(1_200))
  await lab.append('groups', groupCreated(1_201))
  await lab.caughtUp(1_000)
  expect(await groupIds()).toHaveLength(1_201)
  expect(projector.status()).toMatchObject({
    state: 'live',
    position: await lab.eventStore.head(),
    eventsApplied: 1_201,
    failures: [],
    reason: undefined,
  })
})

test('is live on an empty log', async () => {
  const projector = lab.startProjector()
  await eventually(() => projector.status().state === 'live')
})

test('goes on where another one ended', async () => {
  await lab.append('groups', ...upTo(10).map((n) => groupCreated(n)))
  const first = lab.startProjector()
  await lab.caughtUp()
  await first.stop()
  expect(first.status().state).toBe('ended')
  await noteWritings()
  await lab.append('groups', groupCreated(11))
  lab.startProjector()
  await lab.caughtUp()
  expect(await lab.column('select id from writings')).toEqual([11])
})

test('two at once apply every event once', async () => {
  await noteWritings()
  const first = lab.startProjector({ batch: 7 })
  const second = lab.startProjector({ batch: 5 })
  for (const n of upTo(60)) {
    await lab.append('groups', ...upTo(10).map((k) => groupCreated((n - 1) * 10 + k)))
  }
  await lab.caughtUp()
  expect(await lab.column('select id from writings order by id')).toEqual(upTo(600))
  expect(await groupIds()).toEqual(upTo(600))
  expect(first.status().eventsApplied + second.status().eventsApplied).toBe(600)
})

describe('a connection that is cut', () => {
  test('between checkpoint and rows leaves neither, and is got over', async () => {
    await noteWritings()
    // A sequence does not roll back: the first transaction dies half-way, the next one does not.
    await lab.database.pool.query(`
      create sequence cuts;
      create function cut() returns trigger language plpgsql as $$ begin
        if nextval('cuts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new; end $$;
      create trigger cut after insert on ${await lab.tableOf('groups')} for each row
        when (new.id = 3) execute function cut()`)
    await lab.append('groups', ...upTo(5).map((n) => groupCreated(n)))
    const problems: string[] = []
    const projector = lab.startProjector({ onProblem: (message) => problems.push(message) })
    await lab.caughtUp()
    expect(problems).toHaveLength(1)
    expect(projector.status().failures).toEqual([])
    expect(await groupIds()).toEqual(upTo(5))
    expect(await lab.column('select id from writings order by id')).toEqual(upTo(5))
    expect(await lab.column<string>('select last_value from cuts')).toEqual(['2'])
  })

  test('together with all others is got over, and said to be', async () => {
    const { pool, name } = lab.database
    const projector = lab.startProjector()
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
    await lab.append('groups', groupCreated(2))
    await lab.caughtUp()
    expect(await groupIds()).toEqual([1, 2])
    await eventually(() => projector.status().state === 'live')
  })
})

describe('read models that are not there', () => {
  test('are waited for, and blamed on nobody', async () => {
    const { pool } = lab.database
    await lab.append('shop', databaseConnected(1), {
      type: 'DatabaseDeleted',
      data: { databaseId: 1 },
    })
    await lab.append('shop-2', databaseConnected(2))
    const table = await lab.tableOf('databases')
    await pool.query(`alter table ${table} rename column name to title`)
    const projector = lab.startProjector()
    await eventually(() => projector.status().state === 'retrying')
    expect(projector.status().failures).toEqual([])
    await pool.query(`alter table ${table} rename column title to name`)
    await lab.caughtUp()
    expect(await databaseNames()).toEqual(['Database 2'])
    expect(projector.status()).toMatchObject({ state: 'live', reason: undefined, failures: [] })
  })

  test('for a moment, with nothing to apply after it, are forgotten about', async () => {
    const { pool } = lab.database
    let held = true
    const projector = lab.startProjector({
      beforeBatch: async () => {
        if (held) throw new Error('held')
      },
    })
    await eventually(() => projector.status().state === 'live')
    await lab.append('groups', groupCreated(1))
    await eventually(() => projector.status().state === 'retrying')
    // Somebody else takes the line to its end meanwhile.
    await pool.query(`update projections.builds set position = $1`, [
      (await lab.eventStore.head()).toString(),
    ])
    held = false
    await eventually(() => projector.status().state === 'live')
    expect(projector.status().reason).toBeUndefined()
  })
})

describe('a stream that cannot be followed', () => {
  const renamed = (name: unknown) => ({ type: 'DatabaseRenamed', data: { databaseId: 1, name } })

  test('is left behind by the one projection; everything else goes on', async () => {
    const found: unknown[] = []
    const projector = lab.startProjector({ onProblem: (_, failure) => found.push(failure) })
    await lab.append('database-1', databaseConnected(1, true), renamed(17), renamed('later'))
    await lab.append('database-2', databaseConnected(2))
    await lab.caughtUp()
    expect(await databaseNames()).toEqual(['Database 1', 'Database 2'])
    expect(projector.status().failures).toMatchObject([
      { projection: 'database', stream: 'database-1' },
    ])
    expect(found).toMatchObject([
      { projection: 'database', error: expect.stringContaining('name') },
    ])
    // Another projection still follows the same stream.
    await lab.append('database-1', { type: 'DatabaseDeleted', data: { databaseId: 1 } })
    await lab.caughtUp()
    expect(await databaseNames()).toEqual(['Database 1', 'Database 2'])
    expect(await lab.column(`select level from ${activeSchema}.data_grants`)).toEqual([])
  })

  test('stays behind after a restart', async () => {
    const first = lab.startProjector()
    await lab.append('database-1', databaseConnected(1), renamed(17))
    await lab.caughtUp()
    await first.stop()
    await lab.append('database-1', renamed('later'))
    const second = lab.startProjector()
    await lab.caughtUp()
    expect(await databaseNames()).toEqual(['Database 1'])
    expect(second.status().failures).toHaveLength(1)
  })

  test('is found among many when the database refuses its rows', async () => {
    const table = (tableId: number, position: number) => ({
      type: 'TableDiscovered',
      data: {
        tableId,
        databaseId: 1,
        schema: 'public',
        name: `t${tableId}`,
        kind: 'table',
        description: null,
        fields: [
          {
            fieldId: tableId,
            name: 'x',
            position,
            databaseType: 'text',
            baseType: 'type/Text',
            semanticType: null,
            nullable: true,
            primaryKey: false,
            description: null,
          },
        ],
      },
    })
    // No Postgres integer can hold this position, and no payload rule forbids it.
    for (const n of upTo(40)) await lab.append(`table-${n}`, table(n, n === 17 ? 3_000_000_000 : 0))
    const projector = lab.startProjector()
    await lab.caughtUp()
    const ids = await lab.column<number>(`select id from ${activeSchema}.tables order by id`)
    expect(ids).toEqual(upTo(40).filter((n) => n !== 17))
    expect(projector.status().failures).toMatchObject([
      { projection: 'table', stream: 'table-17', error: expect.stringContaining('out of range') },
    ])
    const stored = await lab.column(`select stream from projections.failures`)
    expect(stored).toEqual(['table-17'])
  })
})

describe('a projection that may not skip', () => {
  test.each([
    ['an event that does not parse', groupCreated(2, 17 as never), 'name'],
    ['a row the database refuses', groupCreated(3_000_000_000), 'out of range'],
  ])('stops the line at %s', async (_, poison, reason) => {
    const projector = lab.startProjector()
    await lab.append('groups', groupCreated(1))
    await lab.append('poison', poison)
    await lab.append('groups', groupCreated(4))
    await lab.append('database-1', databaseConnected(1))
    await eventually(() => projector.status().state === 'stopped-by-poison')
    expect(projector.status().reason).toContain(reason)
    expect(await groupIds()).toEqual([1])
    expect(await databaseNames()).toEqual([])
    expect(projector.status().failures).toEqual([])
  })

  test('goes on when the release that can read the event arrives', async () => {
    const projector = lab.startProjector({
      projections: [
        {
          ...groupProjection,
          on: {
            GroupCreated: () => {
              throw new Error('not yet')
            },
          },
        },
      ],
    })
    await lab.append('groups', groupCreated(1))
    await eventually(() => projector.status().state === 'stopped-by-poison')
    await projector.stop()
    lab.startProjector()
    await lab.caughtUp()
    expect(await groupIds()).toEqual([1])
  })
})
