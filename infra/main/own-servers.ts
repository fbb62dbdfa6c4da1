import type { Config } from '../config.ts'
import type { Endpoint } from '../own-places.ts'
import type { Storage } from './storage.ts'

/** The servers of this installation: nobody is led to them as a database or by an action. */
export type OwnServers = {
  /** Grows as servers begin to listen. */
  readonly endpoints: readonly Endpoint[]
  listensAt(endpoint: Endpoint): void
}

const redisPort = 6_379

const endpointOf = (address: string): Endpoint => {
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? redisPort : Number(port) }
}

export const ownServers = (
  { ownEndpoints }: Pick<Storage, 'ownEndpoints'>,
  { redis }: Pick<Config, 'redis'>,
): OwnServers => {
  const endpoints: Endpoint[] = [...ownEndpoints, ...(redis ? [endpointOf(redis.url)] : [])]
  return {
    endpoints,
    listensAt: ({ host, port }) => {
      endpoints.push({ host, port })
    },
  }
}
