import { type Document, Long } from 'mongodb'
import type { Answer } from './aggregate.ts'
import { CommandError } from './command-error.ts'
import { effectiveUsers, type Operation } from './operations.ts'

type Cursor = {
  readonly namespace: string
  readonly session: string | undefined
  readonly user: string | undefined
  readonly answer: Answer
  ahead: Document | undefined
}

/** Documents of the first batch unless the client says otherwise, and of all others at the most. */
const firstBatch = 101
const largestBatch = 2_000
/** Documents after which others have their turn. */
const turn = 250

const fill = async (cursor: Cursor, size: number, operation: Operation): Promise<Document[]> => {
  const batch: Document[] = []
  while (cursor.ahead && batch.length < size) {
    batch.push(cursor.ahead)
    cursor.ahead = cursor.answer.next()
    if (batch.length % turn === 0) await operation.breathe()
  }
  return batch
}

/** Answers too large for one message, by number. */
export const cursors = () => {
  const open = new Map<string, Cursor>()
  let lastId = 1_000

  const told = (cursor: Cursor, id: string, key: string, batch: readonly Document[]): Document => {
    if (!cursor.ahead) open.delete(id)
    return {
      cursor: {
        [key]: batch,
        id: Long.fromString(cursor.ahead ? id : '0'),
        ns: cursor.namespace,
      },
      ok: 1,
    }
  }

  return {
    async start(
      namespace: string,
      answer: Answer,
      batchSize: number | undefined,
      operation: Operation,
    ): Promise<Document> {
      if (answer.delayMs > 0) await operation.sleep(answer.delayMs)
      const { session, user } = operation
      const cursor: Cursor = { namespace, session, user, answer, ahead: answer.next() }
      lastId += 1
      const id = String(lastId)
      open.set(id, cursor)
      const batch = await fill(cursor, batchSize ?? firstBatch, operation)
      return told(cursor, id, 'firstBatch', batch)
    },
    async more(id: string, batchSize: number | undefined, operation: Operation): Promise<Document> {
      const cursor = open.get(id)
      if (!cursor) throw new CommandError(43, 'CursorNotFound', `cursor id ${id} not found`)
      const batch = await fill(cursor, batchSize || largestBatch, operation)
      return told(cursor, id, 'nextBatch', batch)
    },
    kill: (ids: readonly unknown[]): readonly Long[] =>
      ids.flatMap((id) => (open.delete(String(id)) ? [Long.fromString(String(id))] : [])),
    killSession(session: string): void {
      for (const [id, cursor] of open) if (cursor.session === session) open.delete(id)
    },
    /** Answers that are not read to their end. */
    idle: (): readonly Document[] =>
      [...open.values()].map(({ namespace, user }) => ({
        type: 'idleCursor',
        ns: namespace,
        effectiveUsers: effectiveUsers(user),
      })),
  }
}

export type Cursors = ReturnType<typeof cursors>
