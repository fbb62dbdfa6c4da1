import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network an address is in, coarse enough to be no person's: `198.51.100.0/24`. */
export const networkOf = (address: string): string | undefined => {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) === 0) return undefined
  const parsed = ipaddr.process(plain)
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`)}/48`
}
