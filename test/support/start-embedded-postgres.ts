import { startEmbeddedPostgres } from '../../infra/embedded/postgres.ts'

const [dataDirectory = ''] = process.argv.slice(2)
const silent = () => {}
const { stop, ...server } = await startEmbeddedPostgres({
  dataDirectory,
  log: { info: silent, warn: silent },
})
const keepAlive = setInterval(silent, 60_000)
process.once('SIGTERM', () => {
  clearInterval(keepAlive)
  void stop()
})
process.stdout.write(`${JSON.stringify(server)}\n`)
