/** Characters. */
const longest = 8 * 1024

const authorityOf = /^https?:\/\/([^/?#]+)/i
const portBehind = /:\d*$/

/**
 * Why nothing may be sent to this address, whatever its host stands for. Hosts are taken as they are
 * spelled or not at all: readers of addresses differ on what `0x7f.1`, `①.0.0.1` or `a\@b` is.
 */
export const addressProblem = (address: string): string | undefined => {
  if (address.length > longest) return `may have at most ${longest} characters`
  if (/[\s\\\p{Cc}]/u.test(address)) return 'may hold no spaces, backslashes or control characters'
  const authority = authorityOf.exec(address)?.[1]
  if (authority === undefined) return 'must begin with http:// or https:// and a host'
  if (authority.includes('@')) return 'may hold no name and no password'
  if (!URL.canParse(address)) return 'is no address'
  const { hostname } = new URL(address)
  if (authority.replace(portBehind, '').toLowerCase() !== hostname)
    return `must spell its host as ${hostname}`
  if (hostname.endsWith('.')) return 'may have no dot behind its host'
  return undefined
}
