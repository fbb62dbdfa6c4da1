import type { ClientBase } from 'pg'

/** Milliseconds. Ending the connection undoes a transaction as well, if it takes longer. */
const answerTimeout = 2_000

const rollback = { text: 'rollback', query_timeout: answerTimeout }

/** Undoes a transaction. Answers why its connection is of no use any more, where that failed. */
export const rollBack = (client: ClientBase): Promise<Error | undefined> =>
  client.query(rollback).then(
    () => undefined,
    (error: Error) => error,
  )
