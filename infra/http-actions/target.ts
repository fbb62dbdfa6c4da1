import { isIP } from 'node:net'
import { addressProblem } from '../../shared/http-call/address.ts'
import { listingOf, portOf } from '../../shared/http-call/allowed-hosts.ts'
import { type Endpoint, interfaceAddresses, ownPlaces, placeOf } from '../own-places.ts'
import { isOtherPort } from './other-ports.ts'
import { isPublicAddress } from './public-address.ts'

export type ResolvedAddress = { readonly address: string; readonly family: number }

/** All addresses of a name, as one answer of the resolver. */
export type Lookup = (host: string) => Promise<readonly ResolvedAddress[]>

/** Where a call goes: to these addresses, whatever the name stands for a moment later. */
export type Target = {
  readonly url: URL
  /** Without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
  readonly addresses: readonly ResolvedAddress[]
}

export type TargetOptions = {
  readonly lookup: Lookup
  /** Entries of the setting `http-action-allowed-hosts`. */
  readonly allowedHosts: () => Promise<readonly string[]>
  /** Servers of this service, which nobody is led to. */
  readonly ownEndpoints: readonly Endpoint[]
}

/** The same whether the name is unknown or known too well: it tells nothing of the own network. */
const neutral =
  'This host is not known, or calls to it are not allowed; an admin can allow it with the setting http-action-allowed-hosts.'

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const addressesOf = async (host: string, lookup: Lookup): Promise<readonly ResolvedAddress[]> => {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return lookup(host).catch(() => [])
}

/** Finds out where an address leads; answers why it may not be gone to instead. */
export const targetOf = async (
  address: string,
  { lookup, allowedHosts, ownEndpoints }: TargetOptions,
): Promise<Target | { readonly refused: string }> => {
  const problem = addressProblem(address)
  if (problem !== undefined) return { refused: `The address ${problem}.` }
  const url = new URL(address)
  const port = portOf(url)
  const listing = listingOf(await allowedHosts(), url)
  if (listing !== 'this-port' && isOtherPort(port)) return { refused: neutral }

  const host = bare(url.hostname)
  const addresses = await addressesOf(host, lookup)
  const ours = interfaceAddresses()
  const own = await ownPlaces(ownEndpoints, port, ours)
  const isOpen = ({ address: found }: ResolvedAddress): boolean =>
    !own.has(placeOf(found, ours)) &&
    (listing !== undefined || (isPublicAddress(found) && !ours.has(found)))
  // One bad address among good ones is a trap, not a choice.
  if (addresses.length === 0 || !addresses.every(isOpen)) return { refused: neutral }
  return { url, host, port, addresses }
}
