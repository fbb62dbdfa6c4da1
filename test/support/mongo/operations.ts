import type { Document } from 'mongodb'
import { CommandError } from './command-error.ts'

/** A command at work. */
export type Operation = {
  readonly id: number
  readonly user: string | undefined
  readonly name: string
  readonly session: string | undefined
  /** Lets others have their turn. @throws {CommandError} when it was killed or took too long. */
  breathe(): Promise<void>
  /** Waits. @throws {CommandError} likewise. */
  sleep(milliseconds: number): Promise<void>
}

const interrupted = () => new CommandError(11_601, 'Interrupted', 'operation was interrupted')
const tooLong = () => new CommandError(50, 'MaxTimeMSExpired', 'operation exceeded time limit')

export const sessionOf = (lsid: Document | undefined): string | undefined =>
  lsid?.id === undefined ? undefined : String(lsid.id)

export const effectiveUsers = (user: string | undefined): readonly Document[] =>
  user === undefined ? [] : [{ user, db: 'admin' }]

type Beginning = {
  readonly name: string
  readonly user: string | undefined
  readonly lsid: Document | undefined
  /** 0 for as long as it takes. */
  readonly maxTimeMs: number
  /** Aborts when the client is gone, and with it whoever wanted to know. */
  readonly gone: AbortSignal
}

type Entry = { readonly operation: Operation; readonly controller: AbortController }

/** What a server is doing now, and who may stop it. */
export const operations = () => {
  const entries = new Map<number, Entry>()
  let lastId = 0

  const killWhere = (isMeant: (operation: Operation) => boolean): void => {
    for (const { operation, controller } of entries.values())
      if (isMeant(operation)) controller.abort(interrupted())
  }

  const start = ({ name, user, lsid, maxTimeMs, gone }: Beginning): Operation => {
    lastId += 1
    const controller = new AbortController()
    const { signal } = controller
    const timer =
      maxTimeMs > 0 ? setTimeout(() => controller.abort(tooLong()), maxTimeMs) : undefined
    const leave = () => controller.abort(interrupted())
    gone.addEventListener('abort', leave)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', leave)
    })
    const wait = (milliseconds: number): Promise<void> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = () => reject(signal.reason)
        const over = setTimeout(() => {
          signal.removeEventListener('abort', stop)
          resolve()
        }, milliseconds)
        signal.addEventListener('abort', () => clearTimeout(over))
        signal.addEventListener('abort', stop)
      })
    const operation: Operation = {
      id: lastId,
      user,
      name,
      session: sessionOf(lsid),
      sleep: wait,
      breathe: () =>
        new Promise((resolve, reject) => {
          setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve()))
        }),
    }
    entries.set(lastId, { operation, controller })
    return operation
  }

  return {
    start,
    end({ id }: Operation): void {
      entries.get(id)?.controller.abort()
      entries.delete(id)
    },
    kill: (id: number) => killWhere((it) => it.id === id),
    killSession: (session: string) => killWhere((it) => it.session === session),
    list: (): readonly Document[] =>
      [...entries.values()].map(({ operation: { id, user, name } }) => ({
        opid: id,
        active: true,
        op: 'command',
        command: { [name]: 1 },
        effectiveUsers: effectiveUsers(user),
      })),
  }
}

export type Operations = ReturnType<typeof operations>
