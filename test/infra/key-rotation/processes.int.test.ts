import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { escapeLiteral } from 'pg'
import pino from 'pino'
import { withOwner } from '../../../infra/cli/with-owner.ts'
import { loadConfig } from '../../../infra/config.ts'
import { installationIn } from '../../../infra/database/installation.ts'
import { rolePassword, verifierOf } from '../../../infra/database/passwords.ts'
import { loginScript } from '../../../infra/database/roles.ts'
import { deriveKeys } from '../../../infra/keys.ts'
import { withClient } from '../../../infra/main/database/with-client.ts'
import { type Cluster, startCluster } from '../../support/cluster.ts'
import type { RoleProcess } from '../../support/role-process.ts'
import { masterKey, sharedServer } from '../../support/service.ts'
import { runCommand } from '../../support/terminal.ts'

const log = pino({ level: 'silent' })
const next = randomBytes(32).toString('hex')
const keysOf = (key: string) => deriveKeys(Buffer.from(key, 'hex'))
const bothKeys = { MASTER_KEY: masterKey, MASTER_KEY_NEW: next }

let cluster: Cluster
/** Everything but queries is done by one of the two. */
let main: RoleProcess
let query: RoleProcess

beforeAll(async () => {
  cluster = await startCluster({ processes: { query: 1 }, ready: false })
  query = cluster.one('query')
  main = await cluster.add('all', bothKeys)
  await Promise.all([main.ready(), query.ready()])
}, 60_000)

/** Roles belong to the server: others on it follow from the key that all suites have. */
const oldPasswords = async () => {
  const { host, port, superuser: user, password } = sharedServer()
  const scripts = Object.values(installationIn('').logins).map((role) =>
    loginScript(role, escapeLiteral(verifierOf(rolePassword(keysOf(masterKey), role)))),
  )
  const server = { host, port, user, password, database: 'postgres' }
  await withClient(server, (client) => client.query(scripts.join('\n')))
}
afterAll(async () => {
  await cluster?.stop()
  await oldPasswords()
}, 30_000)

const rotate = () => {
  const config = loadConfig([], { ...cluster.variables, ...cluster.owner, ...bothKeys })
  return runCommand(['keys', 'rotate'], {
    config: () => config,
    withOwner: (work, options) => withOwner(config, log, work, options),
  })
}

const restart = async (it: RoleProcess, keys: Readonly<Record<string, string>>) => {
  await it.terminate()
  await it.start(keys)
  await it.ready()
}

test('two processes go on through an exchange, and it waits for one that was forgotten', async () => {
  const token = await cluster.logIn()
  const named = { token, body: { name: 'Nightly' } }
  const { body: key } = await main.call('POST', '/api/api-key', named)

  const expectAllGoesOn = async () => {
    for (const at of [main, query])
      for (const who of [{ token }, { headers: { 'X-API-Key': key.unmasked_key } }])
        expect((await at.call('GET', '/api/user/current', who)).status).toBe(200)
    // It opens the secret of a connection.
    const sample = await query.call('GET', '/api/database/1/healthcheck', { token })
    expect(sample.body).toMatchObject({ status: 'ok' })
    const written = await main.call('POST', '/api/collection', named)
    expect(written.status).toBe(200)
  }

  const refused = await rotate()
  expect(refused.problems.join()).toMatch(
    /^1 of 2 connected processes do not hold key [0-9a-f]{16}: query [0-9a-f]{6} at 127\.0\.0\.1\./,
  )
  await expectAllGoesOn()

  await restart(query, bothKeys)
  const { problems, notes, out } = await rotate()
  expect(problems).toEqual([])
  expect(notes).toEqual(['Connected processes, all of which hold it: 2.'])
  expect(out.join('\n')).toContain(`Key ${keysOf(next).keyId} is the master key now.`)
  await expectAllGoesOn()

  await Promise.all([main, query].map((it) => restart(it, { MASTER_KEY: next })))
  await expectAllGoesOn()
}, 60_000)
