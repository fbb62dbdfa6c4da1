import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrograms } from './ensure-servers.mjs'
import { prepare } from './prepare.mjs'
import { main, root } from './project.mjs'

const ours = ['--unit', '--cluster']
const args = process.argv.slice(2).filter((argument) => !ours.includes(argument))
const unitOnly = process.argv.includes('--unit')
const throughNginx = process.argv.includes('--cluster')

const neededByTests = [
  ...['mariadbd', 'java', 'h2', 'redis-server', 'nats-server', 'nginx', 'chromium'],
  ...['docker-compose', 'shellcheck', 'promtool', 'helm'],
]

await main(async () => {
  await prepare({ build: false })
  if (!unitOnly) await ensurePrograms(...neededByTests)
  const directory = mkdtempSync(join(tmpdir(), 'test-results-'))
  const results = join(directory, 'results.json')
  const code = await runJest([
    ...(unitOnly ? ['--selectProjects', 'unit', '--maxWorkers=100%'] : []),
    ...(throughNginx ? ['--selectProjects', 'cluster'] : []),
    ...['--json', `--outputFile=${results}`],
    ...args,
  ])
  const { passed, failed } = count(results)
  rmSync(directory, { recursive: true })
  process.exitCode = failed > 0 ? code || 1 : code
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
})

/** Answers jest's exit code. Ctrl-C reaches it directly: we wait for it to clean up. */
function runJest(options) {
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`
  const jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...options], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions,
      // Then every suite that can, not only those chosen for each run.
      ...(throughNginx && { TEST_CLUSTER: 'all' }),
    },
    stdio: 'inherit',
  })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => jest.kill('SIGTERM'))
  return new Promise((resolve) => jest.once('exit', (code) => resolve(code ?? 1)))
}

/** A suite that could not even run counts as one failure, and so does a run without results. */
function count(results) {
  try {
    const run = JSON.parse(readFileSync(results, 'utf8'))
    return {
      passed: run.numPassedTests,
      failed: run.numFailedTests + run.numRuntimeErrorTestSuites,
    }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
