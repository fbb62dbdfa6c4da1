import { ConnectionProblem, QueryProblem } from '../../shared/ports/engine-driver.ts'
import type { WriteProblem, WriteProblemKind } from '../../shared/ports/engine-writer.ts'

/** What callers are told, whatever words an engine has for it: nothing of other rows, or of hosts. */
const sentences: Readonly<Record<WriteProblemKind, string>> = {
  unique: 'There is a row with this value already.',
  'foreign-key': 'There is no row that this value could refer to.',
  'not-null': 'This field needs a value.',
  check: 'The table does not allow this value.',
  type: 'This value does not fit its field.',
  'row-count': 'There is no such row.',
  permission: 'The user of the database connection may not do this.',
  conflict: 'Somebody else is changing the same rows. Try again.',
  'timed-out': 'The database took too long.',
  cancelled: 'This was cancelled.',
  connection: 'The database could not be reached.',
  overloaded: 'Too much is being written to this database. Try again soon.',
  'not-undoable': 'Only a single statement that can be undone may be run here.',
  'unsupported-feature': 'This is nothing that the database can do.',
  db: 'The database refused the statement.',
}

export const writeProblem = (
  kind: WriteProblemKind,
  more: Partial<WriteProblem> = {},
): WriteProblem => ({ kind, message: sentences[kind], ...more })

/** The other half of a foreign key: a row stays because others point at it. */
export const stillReferred = 'Other rows refer to this one.'

const kindsOfQueryProblems: Readonly<Record<QueryProblem['errorType'], WriteProblemKind>> = {
  db: 'db',
  'timed-out': 'timed-out',
  cancelled: 'cancelled',
  connection: 'connection',
  driver: 'db',
  overloaded: 'overloaded',
  'unsupported-feature': 'unsupported-feature',
  'invalid-query': 'db',
  'missing-required-parameter': 'not-null',
}

/** A problem of ours, met on the way to a server or before it; undefined for one of the server's. */
export const ownProblem = (error: unknown): WriteProblem | undefined => {
  if (error instanceof ConnectionProblem)
    return writeProblem('connection', { detail: error.message })
  if (!(error instanceof QueryProblem)) return undefined
  const kind = kindsOfQueryProblems[error.errorType]
  return kind === 'unsupported-feature'
    ? writeProblem(kind, { message: error.message })
    : writeProblem(kind, { detail: error.message })
}

/** Why a transaction ends, where it was no error of a server. */
export class WriteFailure extends Error {
  override readonly name = 'WriteFailure'
  readonly problem: WriteProblem

  constructor(problem: WriteProblem) {
    super(problem.message)
    this.problem = problem
  }
}
