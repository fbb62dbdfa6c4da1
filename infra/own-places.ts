import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export type Endpoint = { readonly host: string; readonly port: number }

export type Subnet = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']

export const blockList = (subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family)
  return list
}

export const contains = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** All of these reach the machine this process runs on. */
const loopback = blockList([
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
  ['::', 127, 'ipv6'],
])

const withoutZone = (address: string): string => address.replace(/%.*$/, '')

export const interfaceAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((all) => all?.map((it) => it.address) ?? []))

/** The one spelling of an address; IPv6 that only wraps an IPv4 address is that one. */
const canonical = (address: string): string => ipaddr.process(address).toString()

/** One word for the machine itself, so that its many addresses compare as equal. */
export const placeOf = (address: string, ours: ReadonlySet<string>): string => {
  const place = canonical(address)
  return contains(loopback, place) || ours.has(place) ? 'this machine' : place
}

/** The resolver also reads odd spellings (`0x7f.1`, `2130706433`) as the system would. */
export const resolve = async (host: string): Promise<readonly string[]> => {
  const answers = await lookup(host, { all: true, verbatim: true })
  return answers.map(({ address }) => withoutZone(address))
}

/**
 * Where the servers of our own are that have this port. One whose name does not resolve just now
 * cannot be reached under it either.
 */
export const ownPlaces = async (
  own: readonly Endpoint[],
  port: number,
  ours: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  const hosts = own.filter((endpoint) => endpoint.port === port).map(({ host }) => host)
  const resolved = await Promise.all(hosts.map((host) => resolve(host).catch(() => [])))
  return new Set(resolved.flat().map((address) => placeOf(address, ours)))
}
