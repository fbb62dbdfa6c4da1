import { createInterface } from 'node:readline/promises'
import { StartupProblem } from '../startup-problem.ts'

/**
 * Asks on the terminal; what is typed shows on `output`.
 * @throws when the signal aborts, and for whoever leaves without an answer.
 */
export const ask = async (
  question: string,
  signal: AbortSignal,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const left = new AbortController()
  const leave = () => left.abort(new StartupProblem('Interrupted.'))
  terminal.on('SIGINT', leave)
  terminal.on('close', leave)
  try {
    return await terminal.question(question, { signal: AbortSignal.any([signal, left.signal]) })
  } catch (error) {
    throw left.signal.aborted ? left.signal.reason : error
  } finally {
    terminal.close()
  }
}

/** Asks whether to go on; only a yes is one. @throws where there is nobody to ask. */
export const confirm = async (question: string, signal: AbortSignal): Promise<boolean> => {
  if (!process.stdin.isTTY)
    throw new StartupProblem('Nothing was changed: say --yes, or use a terminal.')
  const answer = await ask(`${question} [y/N] `, signal)
  return /^y(es)?$/i.test(answer.trim())
}
