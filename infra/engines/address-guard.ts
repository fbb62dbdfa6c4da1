import { type ConnectionDetails, ConnectionProblem } from '../../shared/ports/engine-driver.ts'
import {
  blockList,
  contains,
  type Endpoint,
  interfaceAddresses,
  ownPlaces,
  placeOf,
  resolve,
} from '../own-places.ts'

/**
 * Answers the addresses a connection may be opened to, in the resolver's order. Callers connect to
 * one of these, never to the name, so that a second answer of the DNS cannot slip by.
 * @throws {ConnectionProblem} blaming `host`.
 */
export type AddressGuard = (details: ConnectionDetails) => Promise<readonly string[]>

/** Link-local ranges and the metadata services of clouds, also where IPv6 wraps the IPv4 ones. */
const forbidden = blockList([
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  ['64:ff9b::a9fe:0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
])

const resolveForCaller = async (host: string): Promise<readonly string[]> => {
  try {
    return await resolve(host)
  } catch {
    throw new ConnectionProblem('The host name could not be resolved.', 'host')
  }
}

const refused = () => new ConnectionProblem('Connections to this address are not allowed.', 'host')

const ownServer = () =>
  new ConnectionProblem(
    'This server belongs to the service itself (DATABASE_URL and the like), so databases on it cannot ' +
      'be connected. Move the database to another server, or give the service one of its own.',
    'host',
  )

export const addressGuard =
  (policy: {
    readonly ownEndpoints: readonly Endpoint[]
    readonly isOwnDatabase: (details: ConnectionDetails) => boolean
  }): AddressGuard =>
  async (details) => {
    const addresses = await resolveForCaller(details.host)
    if (policy.isOwnDatabase(details)) return addresses
    const ours = interfaceAddresses()
    const own = await ownPlaces(policy.ownEndpoints, details.port, ours)
    const isForbidden = (address: string): boolean => contains(forbidden, address)
    if (addresses.length === 0 || addresses.some(isForbidden)) throw refused()
    if (addresses.some((address) => own.has(placeOf(address, ours)))) throw ownServer()
    return addresses
  }
