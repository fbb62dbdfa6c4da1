import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A chat's webhook on a free port of the loopback, which answers as told. */
export type TestWebhook = {
  readonly url: string
  /** `host:port`. */
  readonly host: string
  /** What it answers from now on. */
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a message holds is the test's to say
  readonly received: readonly any[]
  stop(): Promise<void>
}

export const startWebhook = async (): Promise<TestWebhook> => {
  const received: unknown[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    json(request).then((message) => {
      received.push(message)
      response.writeHead(state.status).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/services/T0/secret`,
    host,
    get status() {
      return state.status
    },
    set status(status) {
      state.status = status
    },
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
