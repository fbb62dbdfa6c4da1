import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const autocannon = createRequire(import.meta.url).resolve('autocannon')
const run = promisify(execFile)

export type Target = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Requests per second that a target answers to 16 connections; the load is a process of its own. */
export const throughput = async (target: Target, seconds: number): Promise<number> => {
  const headers = { ...target.headers, 'Content-Type': 'application/json' }
  const { stdout } = await run(process.execPath, [
    autocannon,
    ...['--json', '--connections', '16', '--duration', String(seconds), '--method', 'POST'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...['--body', JSON.stringify(target.body), target.url],
  ])
  const report = JSON.parse(stdout)
  if (report.errors + report.non2xx > 0) throw new Error(`${target.url} refused part of the load`)
  return report.requests.total / report.duration
}
