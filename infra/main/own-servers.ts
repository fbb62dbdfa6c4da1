import type { Config } from '../config.ts'
import type { Endpoint } from '../own-places.ts'
import type { Storage } from './storage.ts'

/** The servers of this installation: nobody is led to them as a database or by an action. */
export type OwnServers = {
  /** Grows as servers begin to listen. */
  readonly endpoints: readonly Endpoint[]
  listensAt(endpoint: Endpoint): void
}

/** Where each kind of server listens unless its address says otherwise. */
const usualPorts: Readonly<Record<string, number>> = {
  redis: 6_379,
  nats: 4_222,
  tls: 4_222,
  esdb: 2_113,
}

const scheme = /^(redis|nats|tls|esdb)\w*[+\w]*:\/\//

/** All servers of an address, which may stand in it with commas between them. */
const endpointsIn = (address: string): readonly Endpoint[] => {
  const [, kind = ''] = scheme.exec(address) ?? []
  const [places = ''] = address.replace(scheme, '').split(/[/?]/)
  return places.split(',').map((place) => {
    const { hostname, port } = new URL(`tcp://${place.slice(place.lastIndexOf('@') + 1)}`)
    const host = hostname.replace(/^\[|\]$/g, '')
    return { host, port: Number(port || usualPorts[kind]) }
  })
}

type Addresses = Pick<Config, 'redis' | 'natsUrl' | 'eventStoreUrl'>

export const ownServers = (
  { ownEndpoints }: Pick<Storage, 'ownEndpoints'>,
  { redis, natsUrl, eventStoreUrl }: Addresses,
): OwnServers => {
  const addresses = [redis?.url, natsUrl, eventStoreUrl].filter((it) => it !== undefined)
  const endpoints: Endpoint[] = [...ownEndpoints, ...addresses.flatMap(endpointsIn)]
  return {
    endpoints,
    listensAt: ({ host, port }) => {
      endpoints.push({ host, port })
    },
  }
}
