/** What the client knows, and what of it may be asked for. */
const options = new Set([
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
])

/** User, password, hosts, options. A percent sign begins the code of a character, or there is none. */
const parts =
  /^esdb(?:\+discover)?:\/\/(?:((?:[^:@/%]|%[\da-fA-F]{2})+):((?:[^@%]|%[\da-fA-F]{2})+)@)?([^/?%]+)\/?(?:\?(.*))?$/

/**
 * What is wrong with an address, in words that do not repeat it. The client would print all of it,
 * with the password, to say that it does not know an option.
 */
export const eventStoreAddressProblem = (url: string): string | undefined => {
  const [found, , , , query = ''] = parts.exec(url) ?? []
  if (found === undefined || /\s/.test(found))
    return 'must be an address such as esdb://user:password@example.com:2113?tls=true'
  return [...new URLSearchParams(query).keys()].every((name) => options.has(name))
    ? undefined
    : `may have these options, and no others: ${[...options].join(', ')}`
}

/**
 * What a call can be given of its own: the connection string's; empty ones where there is no TLS,
 * without which none are sent; undefined where the address has none to send.
 */
export const credentialsOf = (
  url: string,
): { readonly username: string; readonly password: string } | undefined => {
  const [, username, password = '', , query = ''] = parts.exec(url) ?? []
  if (username !== undefined)
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return new URLSearchParams(query).get('tls') === 'false'
    ? { username: '', password: '' }
    : undefined
}
