import type { IncomingMessage } from 'node:http'

/**
 * Where a request comes from: the peer, or what the nearest of our proxies heard from the one before
 * it, as far back as `trustedProxies` go. What stands further left anybody can have written.
 */
export const clientAddress = (request: IncomingMessage, trustedProxies: number): string => {
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (trustedProxies === 0 || typeof forwarded !== 'string') return peer
  const hops = forwarded
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  return [...hops, peer].at(-1 - Math.min(trustedProxies, hops.length)) ?? peer
}
