import type { ConnectionOptions } from 'nats'

/** An address of the environment, in the words of the client: it reads no names out of addresses. */
export const natsAddressOf = (
  url: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> => {
  const [scheme = '', rest = ''] = url.split('://')
  const places = rest.replace(/\/$/, '').split(',')
  const at = places.map((place) => place.lastIndexOf('@'))
  const servers = places.map((place, n) => place.slice((at[n] ?? -1) + 1))
  const [credentials] = places.map((place, n) => place.slice(0, Math.max(at[n] ?? 0, 0)))
  const [name = '', ...password] = (credentials ?? '').split(':').map(decodeURIComponent)
  return {
    servers,
    ...(name !== '' && password.length === 0 && { token: name }),
    ...(password.length > 0 && { user: name, pass: password.join(':') }),
    ...(scheme === 'tls' && { tls: {} }),
  }
}
