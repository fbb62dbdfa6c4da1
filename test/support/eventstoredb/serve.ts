import { startEventStoreDb } from './server.ts'

/*
 * The test server as a process of its own:
 *   node --import ./test/support/run-typescript.mjs test/support/eventstoredb/serve.ts <port> <file>
 * Its first line of output is its URL. Killed and started again it has what it acknowledged.
 */
const [port = '0', file] = process.argv.slice(2)
const server = await startEventStoreDb({ port: Number(port), ...(file !== undefined && { file }) })
process.stdout.write(`${server.url}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.stop()
    process.exit(0)
  })
