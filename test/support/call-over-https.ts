import { httpCaller } from '../../infra/http-actions/http-caller.ts'

/*
 * Calls `https://secure.example` on a port of this machine and prints what came of it. A process of
 * its own: whom to trust besides the usual authorities is read when one starts.
 */
const [port = ''] = process.argv.slice(2)
const caller = httpCaller({
  userAgent: 'test',
  allowedHosts: async () => ['secure.example', 'other.example'],
  ownEndpoints: [],
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
})
const signal = AbortSignal.timeout(10_000)
for (const host of ['secure.example', 'other.example']) {
  const url = `https://${host}:${port}/x`
  const outcome = await caller.call({ method: 'GET', url, headers: {} }, { signal })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
