import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePrograms } from './ensure-servers.mjs'
import { prepare } from './prepare.mjs'
import { main, root } from './project.mjs'

/**
 * `chaos.mjs <entry> …`: breaks a running service (`main`), or keeps it busy for hours (`soak`).
 * `chaos.mjs main simulate …` plays it without one.
 */
const [given = 'main', ...rest] = process.argv.slice(2)
const isSimulation = rest[0] === 'simulate'
const [entry, args] = isSimulation ? ['simulator/main', rest.slice(1)] : [given, rest]

await main(async () => {
  await prepare({ build: false })
  if (!isSimulation) await ensurePrograms('redis-server', 'nats-server', 'faketime')
  const run = join(root, 'test/support/run-typescript.mjs')
  const child = spawn(
    process.execPath,
    ['--import', run, join(root, `test/chaos/${entry}.ts`), ...args],
    { cwd: root, stdio: 'inherit' },
  )
  // Ctrl-C reaches it directly: we wait for it to clean up.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) =>
    child.once('exit', (code) => resolve(code ?? 1)),
  )
})
