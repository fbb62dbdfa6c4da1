import { ConnectionProblem, QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { codeOf, messageOf } from '../connect.ts'
import * as postgres from '../postgres/problems.ts'

/** H2 says nothing: it closes the socket, with or without what we last sent unread. */
const isClosed = (error: unknown): boolean =>
  /terminated/.test(messageOf(error)) || ['ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '')

export const connectionProblem = (error: unknown): ConnectionProblem => {
  if (isClosed(error))
    return new ConnectionProblem(
      'The server closed the connection. H2 does so when the database, the user or the password ' +
        'is wrong, without saying which; or this is no H2 server in PostgreSQL mode.',
      'password',
    )
  return postgres.connectionProblem(error)
}

/** H2 appends the statement, which its author knows, and a number of its own. */
const trailer = /; SQL statement:[\s\S]*$| \[\d+-\d+\]$/

/** The session was ended, or the database closed. */
const sessionOver = /^(90067|90098|90121)$/

export const queryProblem: typeof postgres.queryProblem = (error, elapsedMs, timeoutMs) => {
  if (sessionOver.test(codeOf(error) ?? ''))
    return new QueryProblem('connection', 'The connection to the database was lost.')
  const problem = postgres.queryProblem(error, elapsedMs, timeoutMs)
  if (problem.errorType !== 'db') return problem
  return new QueryProblem('db', problem.message.replace(trailer, ''), problem.state)
}
