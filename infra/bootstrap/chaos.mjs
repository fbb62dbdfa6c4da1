import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePrograms } from './ensure-servers.mjs'
import { prepare } from './prepare.mjs'
import { main, root } from './project.mjs'

/** `chaos.mjs <entry> …`: breaks a running service (`main`), or keeps it busy for hours (`soak`). */
const [entry = 'main', ...args] = process.argv.slice(2)

await main(async () => {
  await prepare({ build: false })
  await ensurePrograms('redis-server', 'nats-server', 'faketime')
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
