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
  const { hostname: host, port: named, username, password } = new URL(address)
  const port = Number(named || 27_017)
  return {
    host,
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    url: `mongodb://${username}:${password}@${host}:${port}/?directConnection=true`,
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
