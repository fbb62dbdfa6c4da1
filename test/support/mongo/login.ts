import { type Binary, BSON } from 'mongodb'
import { authInfo } from './access.ts'
import type { Handler } from './call.ts'
import { CommandError } from './command-error.ts'
import { conversation } from './scram.ts'

const hello: Handler = ({ connection, command }) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: connection.id,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ...(command.saslSupportedMechs ? { saslSupportedMechs: ['SCRAM-SHA-256'] } : {}),
  ok: 1,
})

const buildInfo: Handler = () => ({ version: '7.0.0', versionArray: [7, 0, 0, 0], ok: 1 })

const textIn = (payload: Binary): string => Buffer.from(payload.value()).toString()
const said = (payload: string) => new BSON.Binary(Buffer.from(payload))

const saslStart: Handler = ({ server: { store }, connection, db, command }) => {
  if (command.mechanism !== 'SCRAM-SHA-256')
    throw new CommandError(334, 'MechanismUnavailable', `no ${command.mechanism} here`)
  connection.login = conversation((user) => store.users.get(`${db}.${user}`)?.verifier)
  const payload = said(connection.login.start(textIn(command.payload)))
  return { conversationId: 1, done: false, payload, ok: 1 }
}

const saslContinue: Handler = ({ server: { store }, connection, db, command }) => {
  const { user, payload } = connection.login.finish(textIn(command.payload))
  connection.user = store.users.get(`${db}.${user}`)
  return { conversationId: 1, done: true, payload: said(payload), ok: 1 }
}

/** Who is there, and who is asking. */
export const loginCommands: readonly (readonly [string, Handler])[] = [
  ['hello', hello],
  ['ismaster', hello],
  ['isMaster', hello],
  ['ping', () => ({ ok: 1 })],
  ['buildInfo', buildInfo],
  ['buildinfo', buildInfo],
  ['saslStart', saslStart],
  ['saslContinue', saslContinue],
  ['connectionStatus', ({ connection }) => ({ authInfo: authInfo(connection.user), ok: 1 })],
]
