/** What the client knows, and what of it may be asked for. */
const options = new Set(
  [
    'tls',
    'tlsCAFile',
    'userCertFile',
    'userKeyFile',
    'connectionName',
    'maxDiscoverAttempts',
    'discoveryInterval',
    'gossipTimeout',
    'nodePreference',
    'defaultDeadline',
    'keepAliveInterval',
    'keepAliveTimeout',
  ].map((name) => name.toLowerCase()),
)

const parts = /^esdb(?:\+discover)?:\/\/(?:([^:@/]+):([^@]+)@)?([^/?]+)\/?(?:\?(.*))?$/

/**
 * What is wrong with an address, in words that do not repeat it. The client would print all of it,
 * with the password, to say that it does not know an option.
 */
export const eventStoreAddressProblem = (url: string): string | undefined => {
  const found = parts.exec(url)
  if (!found) return 'must be an address such as esdb://user:password@example.com:2113?tls=true'
  const [, user, , , query = ''] = found
  const given = new URLSearchParams(query)
  const unknown = [...given.keys()].find((name) => !options.has(name.toLowerCase()))
  if (unknown !== undefined) return `has an option that is none: ${unknown.slice(0, 40)}`
  if (user !== undefined && given.get('tls') === 'false')
    return 'has a password and tls=false: the password would not be sent'
  return undefined
}

/** Of the connection string; empty ones, which are not sent, where there is no TLS to send them by. */
export const credentialsOf = (url: string) => {
  const [, username = '', password = ''] = parts.exec(url) ?? []
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
