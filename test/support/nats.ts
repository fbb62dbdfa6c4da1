import { randomBytes } from 'node:crypto'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type NatsConnection } from 'nats'
import { natsAddressOf } from '../../infra/bus/nats-address.ts'
import { findProgram, installPackages, keepServer, scratchDirectory } from './kept-server.ts'
import { freePort } from './postgres.ts'
import { ordinaryUser } from './postgres-binaries.ts'

export type NatsServer = {
  readonly url: string
  /** With everything it may have kept. */
  stop(): Promise<void>
}

/** The server program, installed first where that is possible. */
const program = (): string => {
  if (!findProgram('nats-server')) installPackages('nats-server')
  const found = findProgram('nats-server')
  if (found) return found
  throw new Error(
    'These tests need a NATS server. Install it (Debian: apt-get install nats-server; macOS: ' +
      'brew install nats-server).',
  )
}

/** Works on a server of the tests as somebody who has its password. */
export const onNats = async <T>(
  url: string,
  work: (connection: NatsConnection) => Promise<T>,
): Promise<T> => {
  const connection = await connect({ ...natsAddressOf(url), reconnect: false })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const isUp = (url: string): Promise<boolean> =>
  onNats(url, (connection) => connection.flush()).then(
    () => true,
    () => false,
  )

/** An address nobody listens at, under a password of its own. */
export const freeNatsUrl = async (): Promise<string> =>
  `nats://service:${randomBytes(16).toString('hex')}@127.0.0.1:${await freePort()}`

/**
 * Starts a server that forgets everything when it ends; at the same address for another life. Its
 * user may do everything, or what `permissions` says in the words of its configuration.
 */
export const startNats = async (at?: string, permissions = ''): Promise<NatsServer> => {
  const url = at ?? (await freeNatsUrl())
  const { port, username, password } = new URL(url)
  const user = ordinaryUser()
  const directory = scratchDirectory('nats', user)
  const configuration = join(directory, 'nats.conf')
  writeFileSync(
    configuration,
    `listen: "127.0.0.1:${port}"
     authorization { users: [
       { user: "${username}", password: "${password}"${permissions && `, permissions: ${permissions}`} }
     ] }`,
    { mode: 0o600 },
  )
  if (user) chownSync(configuration, user.uid, user.gid)
  const kept = keepServer(program(), ['--config', configuration], directory, user)
  await kept.untilUp(() => isUp(url))
  return { url, stop: kept.stop }
}
