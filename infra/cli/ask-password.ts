import { Writable } from 'node:stream'
import { readSecretFile } from '../secrets.ts'
import { StartupProblem } from '../startup-problem.ts'
import { ask } from './ask.ts'

type Variables = Readonly<Record<string, string | undefined>>

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads a line from the terminal without showing it. @throws when the signal aborts. */
export const askSilently = async (question: string, signal: AbortSignal): Promise<string> => {
  process.stderr.write(question)
  try {
    return await ask('', signal, nowhere())
  } finally {
    process.stderr.write('\n')
  }
}

const fromEnvironment = ({ ADMIN_PASSWORD, ADMIN_PASSWORD_FILE }: Variables) => {
  if (ADMIN_PASSWORD) return ADMIN_PASSWORD
  if (!ADMIN_PASSWORD_FILE) return undefined
  try {
    return readSecretFile(ADMIN_PASSWORD_FILE)
  } catch {
    throw new StartupProblem(
      `ADMIN_PASSWORD_FILE names ${ADMIN_PASSWORD_FILE}, which cannot be read.`,
    )
  }
}

/** A new password: from the environment, else asked for twice. */
export const newPassword = async (env: Variables, signal: AbortSignal): Promise<string> => {
  const given = fromEnvironment(env)
  if (given !== undefined) return given
  if (!process.stdin.isTTY)
    throw new StartupProblem('Set ADMIN_PASSWORD or ADMIN_PASSWORD_FILE, or use a terminal.')
  const first = await askSilently('New password: ', signal)
  if ((await askSilently('Once more: ', signal)) === first) return first
  throw new StartupProblem('The two passwords differ. Nothing was changed.')
}
