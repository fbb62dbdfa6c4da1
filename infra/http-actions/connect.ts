import { once } from 'node:events'
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { ResolvedAddress, Target } from './target.ts'

/** Stands in for the resolver: the addresses are those that were checked, and no others. */
const pinned =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/**
 * A connection on which nothing was said yet; over https to whom the certificate names.
 * @throws the system's error, or the reason of `signal`
 */
export const connect = async (
  { url, host, port, addresses }: Target,
  signal: AbortSignal,
): Promise<Socket> => {
  const to = { host, port, lookup: pinned(addresses), autoSelectFamily: true }
  const isSecure = url.protocol === 'https:'
  const socket = isSecure
    ? connectSecurely({
        ...to,
        ...(isIP(host) === 0 && { servername: host }),
        // Also where the environment says otherwise.
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
      })
    : connectPlain(to)
  // What fails later fails the exchange, which says so.
  socket.on('error', () => undefined)
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
