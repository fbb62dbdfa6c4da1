import { randomBytes } from 'node:crypto'
import { serveMongo } from './mongo/serve.ts'

/** A MongoDB server for tests, and somebody who may do everything on it. */
export type MongoServer = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** For the official client. */
  readonly url: string
  stop(): Promise<void>
}

const given = (address: string): MongoServer => {
  const { hostname: host, port, username, password } = new URL(address)
  const user = decodeURIComponent(username)
  return {
    host,
    port: Number(port || 27_017),
    user,
    password: decodeURIComponent(password),
    url: address,
    stop: async () => undefined,
  }
}

/**
 * The server that MONGO_URL names, with a user of the role `root` in it; otherwise one in this
 * process that speaks the same protocol, with mingo to run the pipelines.
 */
export const startMongo = async (): Promise<MongoServer> => {
  const url = process.env.MONGO_URL
  if (url) return given(url)
  const password = randomBytes(12).toString('hex')
  const { port, stop } = await serveMongo({ root: password })
  return { ...given(`mongodb://root:${password}@127.0.0.1:${port}/`), stop }
}
