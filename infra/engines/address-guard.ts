import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type ConnectionDetails, ConnectionProblem } from '../../shared/ports/engine-driver.ts'

export type Endpoint = { readonly host: string; readonly port: number }

/**
 * Answers the addresses a connection may be opened to, in the resolver's order. Callers connect to
 * one of these, never to the name, so that a second answer of the DNS cannot slip by.
 * @throws {ConnectionProblem} blaming `host`.
 */
export type AddressGuard = (details: ConnectionDetails) => Promise<readonly string[]>

const blockList = (subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family)
  return list
}

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

/** All of these reach the machine this process runs on. */
const loopback = blockList([
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
  ['::', 127, 'ipv6'],
])

const contains = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const withoutZone = (address: string): string => address.replace(/%.*$/, '')

const interfaceAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((all) => all?.map((it) => it.address) ?? []))

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** One word for the machine itself, so that its many addresses compare as equal. */
const placeOf = (address: string, ours: ReadonlySet<string>): string =>
  contains(loopback, address) || ours.has(unmapped(address)) ? 'this machine' : unmapped(address)

/** The resolver also reads odd spellings (`0x7f.1`, `2130706433`) as the system would. */
const resolve = async (host: string): Promise<readonly string[]> => {
  const answers = await lookup(host, { all: true, verbatim: true })
  return answers.map(({ address }) => withoutZone(address))
}

const resolveForCaller = async (host: string): Promise<readonly string[]> => {
  try {
    return await resolve(host)
  } catch {
    throw new ConnectionProblem('The host name could not be resolved.', 'host')
  }
}

const refused = () => new ConnectionProblem('Connections to this address are not allowed.', 'host')

/** Own endpoints whose name does not resolve just now cannot be reached under it either. */
const ownPlaces = async (own: readonly Endpoint[], port: number, ours: ReadonlySet<string>) => {
  const hosts = own.filter((endpoint) => endpoint.port === port).map(({ host }) => host)
  const resolved = await Promise.all(hosts.map((host) => resolve(host).catch(() => [])))
  return new Set(resolved.flat().map((address) => placeOf(address, ours)))
}

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
    const isRefused = (address: string): boolean =>
      contains(forbidden, address) || own.has(placeOf(address, ours))
    if (addresses.length === 0 || addresses.some(isRefused)) throw refused()
    return addresses
  }
