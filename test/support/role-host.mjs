import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'

/*
 * node role-host.mjs <dist>: a process of one service after the other, as suites ask for it over HTTP.
 * To load the code takes longer than to start with it.
 */
const [dist = ''] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(dist, path)).href)
const [{ loadConfig }, { startProcess }] = await Promise.all([
  load('infra/config.js'),
  load('infra/main/process.js'),
])

const watching = new Set()
const write = (line) => {
  for (const response of watching) response.write(line)
}
const log = pino({ level: 'info' }, { write })
let running

const doing = {
  async start({ role, environment }) {
    const config = loadConfig(['--role', role, '--port', '0'], environment)
    running = await startProcess(config, log, new AbortController().signal)
    return { url: running.url }
  },
  async stop() {
    await running?.stop()
    running = undefined
    for (const response of watching) response.end()
    return {}
  },
}

const server = createServer(async (request, response) => {
  if (request.url === '/log') {
    watching.add(response)
    response.once('close', () => watching.delete(response))
    response.flushHeaders()
    return
  }
  let text = ''
  for await (const chunk of request) text += chunk
  try {
    response.end(JSON.stringify(await doing[request.url.slice(1)](JSON.parse(text))))
  } catch (error) {
    response.statusCode = 500
    response.end(JSON.stringify(String(error.problems ?? error.stack)))
  }
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
