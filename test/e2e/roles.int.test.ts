import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { endpoints } from '../../shared/contract/index.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.ts'
import { expectRefusal } from '../support/refusals.ts'
import type { RoleProcess } from '../support/role-process.ts'
import { untilRuns } from '../support/running-query.ts'
import { sharedServer } from '../support/service.ts'
import { until } from '../support/until.ts'

let cluster: Cluster
let network: FaultyProxy
let token: string

beforeAll(async () => {
  network = await faultyProxy(sharedServer())
  network.set({ kind: 'refuse' })
  cluster = await startCluster({
    processes: { query: 2, worker: 1, projector: 2, command: 2 },
    by: network,
    prepared: false,
    ready: false,
  })
}, 60_000)

afterAll(async () => {
  await cluster?.stop()
  network?.close()
}, 30_000)

/** What `/readyz` of each process says of a part. */
const said = (part: string) =>
  Promise.all(cluster.processes.map(async (it) => (await it.health())?.body.checks[part]))

const untilAllSay = (part: string, state: RegExp) =>
  until(
    () => said(part),
    (all) => all.every((it) => it !== undefined && state.test(it)),
    60_000,
  )

const untilAllReady = () => Promise.all(cluster.processes.map((it) => it.ready()))

const write = async (at: RoleProcess, name: string): Promise<void> => {
  const answer = await at.call('POST', '/api/collection', { token, body: { name } })
  expect(answer).toMatchObject({ status: 200, body: { name } })
}

const names = async (at: RoleProcess): Promise<readonly string[]> => {
  const { status, body } = await at.call('GET', '/api/collection', { token })
  expect(status).toBe(200)
  return body.map(({ name }: { name: string }) => name)
}

/** The projector that feeds the read models now. */
const leader = async (): Promise<RoleProcess | undefined> => {
  const projectors = [cluster.one('projector', 0), cluster.one('projector', 1)]
  const states = await Promise.all(
    projectors.map(async (it) => (await it.health())?.body.projector),
  )
  return projectors[states.indexOf('leader')]
}

test('processes may be there before anything they need; each says what it waits for', async () => {
  await untilAllSay('database', /^not reachable$/)
  for (const process of cluster.processes) {
    expect(await process.call('GET', '/livez')).toMatchObject({ status: 200 })
    expect(await process.health()).toMatchObject({ status: 503, body: { status: 'starting' } })
    const early = await process.call('GET', '/api/user/current')
    expect(early).toMatchObject({ status: 503, body: { error: true, code: 'unavailable' } })
    expect(early.headers.get('retry-after')).toBe('1')
  }
  network.set({ kind: 'pass' })
  // Roles belong to the server: another suite may have made them already.
  await untilAllSay('database', /^(login refused|not prepared)$/)
  // Two who prepare at once do it once.
  await Promise.all([cluster.prepare(), cluster.prepare()])
  await untilAllReady()
  const { output } = cluster.one('worker')
  expect(output).toContainEqual(expect.objectContaining({ level: 40, part: 'database' }))
  expect(JSON.stringify(output)).toContain('set SITE_URL')
  expect(JSON.stringify(cluster.processes.map((it) => it.output))).not.toContain(
    cluster.variables.MASTER_KEY,
  )
  token = await cluster.logIn()
}, 120_000)

const addressOf = ({ path }: { path: string }) =>
  path.replace(':format', 'csv').replace(/:\w+/g, '1')

describe('of many processes', () => {
  test('each side answers its own endpoints, and nobody else does', async () => {
    const sides = { command: cluster.one('command'), query: cluster.one('query') }
    for (const endpoint of endpoints) {
      const { method, side, access } = endpoint
      const ask = (at: RoleProcess) => at.call(method, addressOf(endpoint))
      const other = side === 'command' ? sides.query : sides.command
      expectRefusal(await ask(other), 404, 'not-found')
      if (['session', 'admin', 'self-or-admin'].includes(access))
        expectRefusal(await ask(sides[side]), 401, 'unauthenticated')
    }
    for (const path of ['/api/docs', '/audit/permissions']) {
      expect((await sides.query.call('GET', path)).status).not.toBe(404)
      expect((await sides.command.call('GET', path)).status).toBe(404)
    }
    expect((await sides.query.call('POST', '/audit/sign-in')).status).toBe(404)
    expect((await sides.command.call('POST', '/audit/sign-in')).status).not.toBe(404)
    for (const role of ['projector', 'worker'] as const)
      expect(await cluster.one(role).call('GET', '/api/user/current', { token })).toMatchObject({
        status: 404,
        body: { error: true, code: 'not-found' },
      })
  })

  test('what one has written every other one shows at once', async () => {
    for (let n = 0; n < 10; n += 1) {
      await write(cluster.one('command', n % 2), `written ${n}`)
      for (const index of [0, 1])
        expect(await names(cluster.one('query', index))).toContain(`written ${n}`)
    }
  })

  test('a session that ended at one is no session at any other', async () => {
    const leaving = await cluster.logIn()
    const current = (at: RoleProcess) => at.call('GET', '/api/user/current', { token: leaving })
    expect((await current(cluster.one('query', 1))).status).toBe(200)
    const left = await cluster.one('command', 1).call('DELETE', '/api/session', { token: leaving })
    expect(left.status).toBe(204)
    for (const index of [0, 1]) {
      expect((await current(cluster.one('query', index))).status).toBe(401)
      const body = { name: 'too late' }
      const answer = await cluster
        .one('command', index)
        .call('POST', '/api/collection', { token: leaving, body })
      expect(answer.status).toBe(401)
    }
  })

  test('nothing a killed process has acknowledged is lost', async () => {
    const [victim, other] = [cluster.one('command', 0), cluster.one('command', 1)]
    const acknowledged: string[] = []
    const writer = async (client: number) => {
      for (let n = 0; ; n += 1) {
        const name = `w${client}.${n}`
        const answer = await victim
          .call('POST', '/api/collection', { token, body: { name } })
          .catch(() => undefined)
        if (answer?.status !== 200) return
        acknowledged.push(name)
      }
    }
    const writing = Promise.all([0, 1, 2, 3].map(writer))
    await until(
      async () => acknowledged.length,
      (count) => count >= 12,
      30_000,
    )
    await victim.kill()
    await writing
    await write(other, 'after the kill')
    expect(await names(cluster.one('query'))).toEqual(
      expect.arrayContaining([...acknowledged, 'after the kill']),
    )
    await victim.start()
    await victim.ready()
    await write(victim, 'back again')
  }, 60_000)
})

describe('another projector takes over', () => {
  const takenOver = async (from: RoleProcess): Promise<RoleProcess> => {
    const next = await until(leader, (it) => it !== undefined && it !== from, 30_000)
    if (!next) throw new Error('nobody leads')
    return next
  }
  const leads = async () => {
    const it = await until(leader, (found) => found !== undefined, 30_000)
    if (!it) throw new Error('nobody leads')
    return it
  }
  const readersFollow = async (name: string) => {
    await cluster.one('command').call('POST', '/api/collection', { token, body: { name } })
    await until(
      () => names(cluster.one('query')).catch((): readonly string[] => []),
      (all) => all.includes(name),
      30_000,
    )
  }

  test('from one that is killed, one that is stopped for a while, and one that leaves', async () => {
    const killed = await leads()
    await killed.kill()
    const paused = await takenOver(killed)
    await readersFollow('past a kill')
    await killed.start()
    await killed.ready()

    paused.signal('SIGSTOP')
    const next = await takenOver(paused)
    expect(next).toBe(killed)
    await readersFollow('past a pause')
    paused.signal('SIGCONT')
    await until(
      async () => (await paused.health())?.body.projector,
      (state) => state === 'standby',
      30_000,
    )
    await readersFollow('with one that was away')

    expect(await next.terminate()).toBe(0)
    expect(await takenOver(next)).toBe(paused)
    await readersFollow('past a farewell')
  }, 120_000)
})

test('who is told to stop finishes what it was asked, and lets nobody else wait', async () => {
  const [leaving, staying] = [cluster.one('query', 0), cluster.one('query', 1)]
  const native = { query: 'select pg_sleep(1.5), 42 as answer' }
  const query = { database: 1, type: 'native', native }
  const asked = leaving.call('POST', '/api/dataset', { token, body: query })
  await untilRuns('pg_sleep(1.5)')
  const [code, { status, body }] = await Promise.all([leaving.terminate(), asked])
  expect({ status, rows: body.data.rows }).toEqual({ status: 200, rows: [['', 42]] })
  expect(code).toBe(0)
  expect(await leaving.health()).toBeUndefined()
  expect(await names(staying)).toContain('past a farewell')
  for (const role of ['worker', 'command'] as const)
    expect(await cluster.one(role).terminate()).toBe(0)
}, 60_000)

test('who loses the database says so, and is ready again once it is back', async () => {
  const [process] = [cluster.one('query', 1)]
  network.set({ kind: 'refuse' })
  await until(process.health, (it) => it?.status === 503, 30_000)
  expect((await process.health())?.body.checks['read-models']).toBe('not reachable')
  expect((await process.call('GET', '/livez')).status).toBe(200)
  network.set({ kind: 'pass' })
  await process.ready()
  expect(await names(process)).toContain('past a farewell')
}, 60_000)
