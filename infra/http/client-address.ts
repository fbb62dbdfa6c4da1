import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies have it. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/

const plain = (hop: string): string => {
  const [, inBrackets, beforePort] = withPort.exec(hop) ?? []
  return inBrackets ?? beforePort ?? hop
}

/**
 * Where a request comes from: the peer, or what the nearest of our proxies heard from the one before
 * it, as far back as `trustedProxies` go. What stands further left anybody can have written; what is
 * no address (`unknown`) says nothing.
 */
export const clientAddress = (request: IncomingMessage, trustedProxies: number): string => {
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (trustedProxies === 0 || typeof forwarded !== 'string') return peer
  const hops = forwarded
    .split(',')
    .map((hop) => plain(hop.trim()))
    .filter((hop) => hop !== '')
  const told = [...hops, peer].at(-1 - Math.min(trustedProxies, hops.length))
  return told !== undefined && isIP(told) !== 0 ? told : peer
}
