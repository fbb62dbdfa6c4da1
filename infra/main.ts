import { loadConfig, wantsHelp } from './config.ts'
import { describeConfig, helpText } from './config-text.ts'
import { checkAddress } from './http/server.ts'
import { createLogger } from './logger.ts'
import { startScreen } from './main/screen.ts'
import { type Service, startService } from './main/service.ts'
import { embeddedServer, openStorage, type Storage } from './main/storage.ts'
import { StartupProblem } from './startup-problem.ts'

/** Past this the process ends whatever is still under way. */
const stopLimitMs = 10_000

const stopOnSignal = (service: Service, storage: Storage) => {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    process.stdout.write(`\n${signal}: stopping …\n`)
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    service
      .stop()
      .then(() => storage.stop())
      .then(() => process.stdout.write('Stopped.\n'))
      .then(() => process.exit(0))
  }
  process.on('SIGINT', () => stop('Ctrl-C'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  // A terminal that was closed takes nothing more; `nohup`, whose output is none, goes on.
  if (!process.stderr.isTTY) return
  process.on('SIGHUP', () => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    stop('SIGHUP')
  })
}

const start = async () => {
  const began = performance.now()
  const args = process.argv.slice(2)
  if (wantsHelp(args)) {
    process.stdout.write(helpText())
    return
  }
  const config = loadConfig(args, process.env)
  const log = createLogger(config.logLevel, config.dataDirectory)
  log.info({ config: describeConfig(config) }, 'starting')
  await checkAddress(config)
  const options = { dataDirectory: config.dataDirectory, masterKey: config.masterKey, log }
  const server = await embeddedServer(options)
  const storage = await openStorage(server, options)
  const service = await startService(storage, config, log)
  stopOnSignal(service, storage)
  process.stdout.write(startScreen(service, config, (performance.now() - began) / 1_000))
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(
    `${JSON.stringify({ level: 50, msg: 'unhandled rejection', error: String(error) })}\n`,
  )
})

await start().catch((error) => {
  if (!(error instanceof StartupProblem)) throw error
  for (const problem of error.problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
})
