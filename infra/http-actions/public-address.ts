import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of IPv6 only these were ever given to anybody to be reached under. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether this is the address of somebody on the Internet. What wraps another address (mapped,
 * 6to4, NAT64, Teredo) is nobody's.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast)
}
