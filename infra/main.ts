import { loadConfig, wantsHelp } from './config.ts'
import { describeConfig, helpText } from './config-text.ts'
import { createLogger } from './logger.ts'
import { startProcess } from './main/process.ts'
import { startScreen } from './main/screen.ts'
import type { Running } from './main/service.ts'
import { StartupProblem } from './startup-problem.ts'

/** Past this the process ends whatever is still under way. */
const stopLimitMs = 10_000

type Tell = (text: string) => void

const say: Tell = (text) => process.stdout.write(text)

/** What is said to whoever started us has its own lines; among others, a log has all of them. */
const stopOnSignal = (ending: AbortController, started: Promise<Running>, tell: Tell) => {
  const stop = (signal: string) => {
    if (ending.signal.aborted) process.exit(1)
    ending.abort()
    tell(`\n${signal}: stopping …\n`)
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    started
      // Whatever is under way to start ends as well, and has nothing left to stop.
      .then(
        (running) => running.stop(),
        () => undefined,
      )
      .then(() => tell('Stopped.\n'))
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
  if (wantsHelp(args)) return say(helpText())
  const config = loadConfig(args, process.env)
  const log = createLogger(config)
  log.info({ config: describeConfig(config) }, 'starting')
  const ending = new AbortController()
  const started = startProcess(config, log, ending.signal)
  const tell: Tell = config.role === 'all' ? say : (text) => log.info(text.trim())
  stopOnSignal(ending, started, tell)
  const running = await started.catch((error) => {
    if (!ending.signal.aborted) throw error
  })
  if (!running) return
  const { role } = config
  log.info({ role, url: running.url, metrics: running.metricsUrl }, 'ready')
  if (role === 'all') return say(startScreen(running, config, (performance.now() - began) / 1_000))
  // One process of many has only its log, which others read: the token is not for them.
  if (running.setupToken !== undefined)
    log.info('nobody is set up yet: npm run cli -- admin setup-token tells how to begin')
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
