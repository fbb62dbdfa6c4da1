import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { leaseRows } from '../../../infra/leadership/lease-rows.ts'
import { leases } from '../../../infra/migrations/0022-leases.ts'
import { activeSchema } from '../../../infra/read-models/ddl.ts'
import { postgresProjectionStore } from '../../../infra/read-models/projection-store.ts'
import { coreProjections } from '../../../projections/index.ts'
import { ChangeSet } from '../../../shared/views/change-set.ts'
import { leaseName, startLeadingProjector } from '../../support/leading-projector.ts'
import { groupCreated, type ProjectionLab, projectionLab } from '../../support/projection-lab.ts'
import { until } from '../../support/until.ts'

describe('projectors beside each other', () => {
  let lab: ProjectionLab
  let child: ChildProcess | undefined
  const said: string[] = []
  const support = join(import.meta.dirname, '../../support')

  beforeAll(async () => {
    lab = await projectionLab()
    await lab.database.pool.query(`create schema side; ${leases.statements}`)
    await lab.database.pool.query(`
      create table writings (id integer);
      create function note_writing() returns trigger language plpgsql as
        $$ begin insert into writings values (new.id); return new; end $$;
      create trigger note before insert or update on ${await lab.tableOf('groups')}
        for each row execute function note_writing()`)
  })
  afterAll(async () => {
    child?.kill('SIGKILL')
    await lab.close()
  })

  const startChild = async (): Promise<void> => {
    const script = join(support, 'leading-projector-process.ts')
    const started = spawn(
      process.execPath,
      ['--import', join(support, 'run-typescript.mjs'), script, lab.database.url, 'sleeper'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child = started
    if (started.stdout) createInterface(started.stdout).on('line', (line) => said.push(line))
    await untilSaid(/^leader/)
  }

  const untilSaid = (what: RegExp) =>
    until(
      async () => said.at(-1),
      (line) => what.test(line ?? ''),
      30_000,
    )

  const groups = () => lab.column<number>(`select id from ${activeSchema}.groups order by id`)
  const isAsleep = async () => {
    const { rowCount } = await lab.database.pool.query(
      `select from pg_stat_activity where application_name = 'sleeper'
          and state = 'idle in transaction' and state_change < now() - interval '100 ms'`,
    )
    return rowCount === 1
  }

  test('one that sleeps with its rows written is overtaken, writes nothing when it wakes, and takes over again', async () => {
    await startChild()
    await lab.append('groups', groupCreated(1))
    await lab.caughtUp()

    const standby = startLeadingProjector(lab.database.url, 'standby')
    await until(
      async () => standby.facts(),
      ({ leader }) => leader === 'sleeper',
    )
    child?.kill('SIGUSR2')
    await untilSaid(/^armed/)
    await lab.append('groups', groupCreated(2))
    await until(isAsleep, (asleep) => asleep)
    await lab.append('groups', groupCreated(3))
    await lab.caughtUp()
    expect(standby.facts()).toMatchObject({ status: 'leader', leader: 'standby' })
    expect(standby.facts().epoch).toBeGreaterThan(1n)
    expect(await groups()).toEqual([1, 2, 3])

    child?.kill('SIGCONT')
    await untilSaid(/^standby/)
    await lab.append('groups', groupCreated(4))
    await lab.caughtUp()
    await standby.stop()
    await untilSaid(/^leader/)
    await lab.append('groups', groupCreated(5))
    await lab.caughtUp()
    expect(await lab.column('select id from writings order by id')).toEqual([1, 2, 3, 4, 5])
    child?.kill('SIGKILL')
    if (child) await once(child, 'exit')
  })

  test('a term that is over writes nothing, whatever it believes; the newest one does', async () => {
    const { pool } = lab.database
    await pool.query('delete from side.leases')
    await lab.append('groups', groupCreated(6))
    const rows = leaseRows(pool)
    const first = await rows.take(leaseName, 'one', 1)
    const second = await until(
      () => rows.take(leaseName, 'two', 60_000),
      (epoch) => epoch !== undefined,
    )
    expect([first, second]).toEqual([1n, 2n])
    const head = await lab.eventStore.head()
    const commitOf = async (epoch: bigint) => {
      const store = postgresProjectionStore(pool, coreProjections, { lease: leaseName, epoch })
      const builds = await store.builds()
      const steps = builds.map((build) => ({
        ...{ build, to: head, failures: [] },
        changes: new ChangeSet(),
      }))
      return store.commit(
        builds.map(({ id }) => id),
        steps,
      )
    }
    const before = await postgresProjectionStore(pool, coreProjections).checkpoint()
    await expect(commitOf(1n)).rejects.toThrow('this process leads no longer')
    expect(await postgresProjectionStore(pool, coreProjections).checkpoint()).toBe(before)
    expect(await commitOf(2n)).toBe(head)
  })
})
