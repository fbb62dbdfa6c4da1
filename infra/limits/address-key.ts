import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address; the URL parser knows all its spellings. */
const groupsOf = (address: string): readonly number[] => {
  const [withoutZone = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

const isMapped = (groups: readonly number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

/**
 * What limits count an address as: IPv4 as it is, also when it comes as `::ffff:192.0.2.1`; IPv6 by
 * its /64, the least a provider hands out, within which a caller may take any address it likes.
 */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
