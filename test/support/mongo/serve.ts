import { createServer, type Socket } from 'node:net'
import type { Document } from 'mongodb'
import { refuseUnlessAllowed } from './access.ts'
import type { Connection, Server } from './call.ts'
import { CommandError } from './command-error.ts'
import { commands } from './commands.ts'
import { cursors } from './cursors.ts'
import { operations } from './operations.ts'
import { conversation, verifierOf } from './scram.ts'
import { store } from './store.ts'
import { answer, type Message, messageReader } from './wire.ts'

/** What a server may do to a client in place of answering a command; undefined: answer it. */
export type Mischief = (command: string, socket: Socket, reply: () => Promise<Buffer>) => boolean

const failure = (error: unknown): Document =>
  error instanceof CommandError
    ? { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName }
    : { ok: 0, errmsg: String(error), code: 8, codeName: 'UnknownError' }

const run = async (
  server: Server,
  connection: Connection,
  { command }: Message,
  gone: AbortSignal,
): Promise<Document> => {
  const [[name, target] = ['', '']] = Object.entries(command)
  const db = String(command.$db)
  const operation = server.operations.start({
    name,
    user: connection.user?.name,
    lsid: command.lsid,
    maxTimeMs: Number(command.maxTimeMS ?? 0),
    gone,
  })
  try {
    const handler = commands.get(name)
    if (!handler) throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`)
    refuseUnlessAllowed(connection.user, name, db)
    return await handler({ server, connection, operation, db, target: String(target), command })
  } catch (error) {
    return failure(error)
  } finally {
    server.operations.end(operation)
  }
}

export type ServedMongo = { readonly port: number; stop(): Promise<void> }

/**
 * A server in this process that speaks the protocol of MongoDB: accounts, collections and views in
 * memory, pipelines run by mingo. `users` may do everything.
 */
export const serveMongo = async (
  users: Readonly<Record<string, string>>,
  mischief: Mischief = () => false,
): Promise<ServedMongo> => {
  const server: Server = { store: store(), cursors: cursors(), operations: operations() }
  for (const [name, password] of Object.entries(users))
    server.store.users.set(`admin.${name}`, {
      name,
      verifier: verifierOf(password),
      roles: [{ role: 'root', db: 'admin' }],
    })
  const sockets = new Set<Socket>()
  let lastId = 0

  const listener = createServer((socket) => {
    lastId += 1
    const connection: Connection = {
      id: lastId,
      user: undefined,
      login: conversation(() => undefined),
    }
    sockets.add(socket)
    socket.setNoDelay(true)
    const gone = new AbortController()
    const serve = async (message: Message): Promise<void> => {
      const reply = async () => answer(message, await run(server, connection, message, gone.signal))
      const [name = ''] = Object.keys(message.command)
      if (mischief(name, socket, reply)) return
      const bytes = await reply()
      if (!message.isOneWay && !gone.signal.aborted) socket.write(bytes)
    }
    const read = messageReader((message) => {
      serve(message).catch((error) => socket.destroy(error))
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      gone.abort()
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        listener.close(() => resolve())
      }),
  }
}
