import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../support/faulty-proxy.ts'
import { isAcknowledged } from '../ledger.ts'
import type { Scenario } from '../scenario.ts'
import { givenNode } from '../world/eventstoredb.ts'
import { ask } from '../world/postgres.ts'
import { afterWrites, allWell, meanwhile, repeatedly } from './steps.ts'

/** Ends sessions of the service in the middle of their work. */
const endSessions = (database: string, share: number) =>
  ask(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and random() < $1`,
    [share],
  )

export const commitLost: Scenario = {
  id: 'R-04',
  about: 'connections end between an append and its answer, after every number of bytes',
  async play(stage) {
    const { way, append } = stage.world.log
    let bytes = 0
    const count = await repeatedly(stage, 'cutting answers', async () => {
      way.set({ kind: 'cut', after: bytes })
      bytes = (bytes + 37) % 4_096
      await sleep(150)
      way.set({ kind: 'pass' })
      await afterWrites(stage, 2)
      way.cutAt(append, 'behind')
      await sleep(150)
    })
    return `answers cut after 0 to ${count * 37} bytes, and ${count} appends whose answer was lost`
  },
}

export const slowAppend: Scenario = {
  id: 'R-16',
  about: 'a transaction of somebody else stays open while events are appended and projected',
  notOn: { eventstoredb: 'no transaction of Postgres stands between an append and its readers' },
  async play({ world, seconds }) {
    const held = Math.min(seconds, 20)
    // It writes, which would hold back whoever waits for the oldest transaction.
    await ask(
      world.database,
      `do $$ begin
         create temporary table held as select 1 as one;
         insert into held values (2);
         perform pg_sleep(${held});
       end $$`,
    )
    return `a writing transaction held open for ${held} s`
  },
}

export const restarted: Scenario = {
  id: 'R-17',
  about: 'Postgres is restarted at once, its postmaster and its backends are killed',
  async play(stage) {
    const { world, random } = stage
    const [durable] = await ask<Record<string, string>>(
      world.database,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
              current_setting('synchronous_commit') as commits`,
    )
    stage.expect(
      Object.values(durable ?? {}).every((it) => it === 'on'),
      `Postgres does not keep what it acknowledges: ${JSON.stringify(durable)}`,
    )
    const count = await repeatedly(stage, 'ending Postgres', async (index) => {
      if (index % 3 === 2) await endSessions(world.database, 0.5)
      else {
        await world.postgres.end(index % 3 === 0 ? 'SIGQUIT' : 'SIGKILL')
        await sleep(random.between(0, 500))
        await world.postgres.ensure()
      }
      await allWell(stage)
      await afterWrites(stage, 4)
    })
    return `SIGQUIT, SIGKILL and terminated backends in turn, ${count} times`
  },
}

export const storeKilled: Scenario = {
  id: 'R-17-store',
  about: 'the store of the log is killed while people write, and started again on what it kept',
  notOn: { postgres: 'R-17 does it' },
  missing: () => givenNode() && 'the node at EVENTSTORE_URL is not ours to kill',
  async play(stage) {
    const { random } = stage
    const { log } = stage.world
    const count = await repeatedly(stage, 'killing the store', async () => {
      await sleep(random.between(50, 1_500))
      await log.kill()
      await sleep(random.between(0, 2_000))
      await log.ensure()
      await allWell(stage)
      await afterWrites(stage, 4)
    })
    return `kill -9 of the store, ${count} times`
  },
}

export const away: Scenario = {
  id: 'R-18',
  about:
    'the log is away, swallows everything, or takes 5 s: nothing is acknowledged that is not kept',
  async play(stage) {
    const { log, ways } = stage.world
    const { way } = log
    const isReadSince = (from: number) =>
      stage.ledger.some((it) => !it.leaves && it.sentAt > from && isAcknowledged(it))
    const faults = [
      { kind: 'refuse' },
      { kind: 'blackhole' },
      { kind: 'mute' },
      { kind: 'half-open' },
      { kind: 'delay', ms: 5_000 },
    ] as const
    for (const fault of faults) {
      stage.progress(fault.kind)
      const from = performance.now()
      way.set(fault)
      await meanwhile(stage, 1 / faults.length)
      // What readers look at is not the log, unless both are away at once.
      if (way !== ways.database)
        stage.expect(isReadSince(from), `${fault.kind}: nobody could read anything either`)
      way.set({ kind: 'pass' })
      way.reset()
      await allWell(stage)
    }
    return faults.map(({ kind }) => kind).join(', ')
  },
}

export const badLine: Scenario = {
  id: 'R-21',
  about: 'a slow, trembling line that hands over byte by byte: what is written is there to be read',
  async play(stage) {
    const { database, log } = stage.world.ways
    const onBoth = (fault: Fault) => {
      for (const way of [database, log]) way.set(fault)
    }
    onBoth({ kind: 'delay', ms: 5, jitter: 40 })
    await meanwhile(stage, 0.6)
    onBoth({ kind: 'slice' })
    await meanwhile(stage, 0.4)
    return '5 to 45 ms each way, then one byte at a time'
  },
}
