import { addressProblem } from './address.ts'

/*
 * Hosts that may be called although they are not public: `api.internal`, `10.0.0.5:8080`,
 * `[::1]:9000`. Without a port an entry is for all of them.
 */

const standardPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** The port an address leads to, its scheme's where it names none. */
export const portOf = ({ protocol, port }: URL): number =>
  Number(port === '' ? standardPorts[protocol] : port)

const hostAndPort = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i

/** Why this is no entry of the list, as the end of a sentence. */
export const allowedHostProblem = (entry: string): string | undefined =>
  !hostAndPort.test(entry) || addressProblem(`http://${entry}/`) !== undefined
    ? 'must be a host, or a host and a port'
    : undefined

type Entry = { readonly hostname: string; readonly port: number | undefined }

const entryOf = (entry: string): Entry => {
  const { hostname } = new URL(`http://${entry}/`)
  const [, port] = /:(\d+)$/.exec(entry.slice(entry.lastIndexOf(']') + 1)) ?? []
  return { hostname, port: port === undefined ? undefined : Number(port) }
}

/** How the list has the host of this address: with this very port, with all ports, or not at all. */
export const listingOf = (
  entries: readonly string[],
  address: URL,
): 'this-port' | 'all-ports' | undefined => {
  const ports = entries
    .filter((entry) => allowedHostProblem(entry) === undefined)
    .map(entryOf)
    .filter(({ hostname }) => hostname === address.hostname)
    .map(({ port }) => port)
  if (ports.includes(portOf(address))) return 'this-port'
  return ports.includes(undefined) ? 'all-ports' : undefined
}

/** Whether the list has the host of this address, and its port where it names one. */
export const isAllowedHost = (entries: readonly string[], address: string): boolean =>
  addressProblem(address) === undefined && listingOf(entries, new URL(address)) !== undefined
