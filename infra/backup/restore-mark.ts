import { escapeLiteral, type Pool } from 'pg'
import { StartupProblem } from '../startup-problem.ts'
import { isRestoring } from './restore-lock.ts'

/** What a database is that a restore has filled in part: no service may begin on it. */
export class UnfinishedRestore extends StartupProblem {
  /** For everybody. */
  readonly state: 'restore running' | 'restore not finished'

  constructor(state: UnfinishedRestore['state'], problem: string) {
    super(problem)
    this.state = state
  }
}

const words = 'A restore into this database began at '

/** Says in the database itself, for everybody who may connect, that what it holds is not all of it. */
export const markRestore = (owner: Pool): Promise<unknown> =>
  owner.query(`comment on schema es is ${escapeLiteral(`${words}${new Date().toISOString()}`)}`)

/** The last step of a restore. */
export const endRestoreScript = 'comment on schema es is null'

const markIn = async (pool: Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ said: string | null }>(
    `select obj_description(to_regnamespace('es'), 'pg_namespace') as said`,
  )
  const said = rows[0]?.said ?? ''
  return said.startsWith(words) ? said : undefined
}

/** Whether a restore was begun here that did not end, or has not yet. */
export const isUnfinished = async (pool: Pool): Promise<boolean> =>
  (await markIn(pool)) !== undefined

/** @throws {UnfinishedRestore} where a restore was begun that did not end, or has not yet. */
export const assertRestored = async (pool: Pool): Promise<void> => {
  // Asked first: one that ends meanwhile has taken its mark away.
  const isRunning = await isRestoring(pool)
  const said = await markIn(pool)
  if (said === undefined) return
  if (isRunning)
    throw new UnfinishedRestore('restore running', `${said} and is running: wait until it ends.`)
  throw new UnfinishedRestore(
    'restore not finished',
    `${said} and did not end: a part of the data is missing. Run the same backup restore again, ` +
      'which goes on from there, or restore into an empty database.',
  )
}
