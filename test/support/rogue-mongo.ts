import { type Mischief, type ServedMongo, serveMongo } from './mongo/serve.ts'

/** What a server may do in place of sending its answer. */
const misdeeds = {
  'is silent': () => undefined,
  'hangs up': (socket) => socket.destroy(),
  'sends half': (socket, bytes) => {
    socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)))
  },
  'sends garbage': (socket, bytes) => socket.write(Buffer.alloc(bytes.length, 0xa5)),
  'promises gigabytes': (socket, bytes) => {
    bytes.writeInt32LE(0x7fff_ffff, 0)
    socket.write(bytes)
  },
  'spoils the document': (socket, bytes) => {
    bytes.fill(0x7f, 30)
    socket.write(bytes)
  },
} satisfies Record<string, (socket: Parameters<Mischief>[1], bytes: Buffer) => unknown>

export type Misdeed = keyof typeof misdeeds
export const everyMisdeed = Object.keys(misdeeds) as Misdeed[]

/** A server that behaves, until it is asked to run this command. */
export const startRogueMongo = (
  misdeed: Misdeed,
  command: string,
  users: Readonly<Record<string, string>>,
): Promise<ServedMongo> =>
  serveMongo(users, (asked, socket, reply) => {
    if (asked !== command) return false
    void reply().then((bytes) => misdeeds[misdeed](socket, bytes))
    return true
  })
