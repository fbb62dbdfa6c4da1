import pino from 'pino'
import { loadConfig } from '../config.ts'
import { sinkInto } from '../http/sink-into.ts'
import { confirm } from './ask.ts'
import { newPassword } from './ask-password.ts'
import type { CliContext } from './context.ts'
import { withData } from './open-data.ts'
import { operator } from './operator.ts'
import { plainProblem } from './plain-problem.ts'
import { plainSink, plainText } from './plain-text.ts'
import { createProgram } from './program.ts'
import { startProgress } from './progress.ts'
import { stepBack } from './step-back.ts'
import { Unchecked } from './unchecked.ts'
import { withOwner } from './with-owner.ts'
import { withScratch } from './with-scratch.ts'

const interrupted = new AbortController()

/** The first Ctrl-C lets a command end in order; the second one does not wait. */
process.on('SIGINT', () => {
  if (interrupted.signal.aborted) process.exit(130)
  interrupted.abort(new Error('Interrupted'))
})
process.on('SIGTERM', () => interrupted.abort(new Error('Interrupted')))

/** Whoever reads our output, `head` for example, may have seen enough. */
process.stdout.on('error', () => process.exit())

const say = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`)
const note = (line: string) => say(process.stderr)(plainText(line))

/** Warnings of the service's own parts, as sentences. */
const log = pino({ level: 'warn' }, { write: (line: string) => note(JSON.parse(line).msg) })

/** The first admin's variables are for the service; here ADMIN_PASSWORD has a meaning of its own. */
const configOf = (dataDirectory: string | undefined) => {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_PASSWORD_FILE, ...env } = process.env
  return loadConfig(dataDirectory === undefined ? [] : ['--data', dataDirectory], env)
}

const { signal } = interrupted
const config = () => configOf(program.opts<{ data?: string }>().data)
const context: CliContext = {
  config,
  log,
  withData: (work) => withData(config(), log, work),
  withOwner: (work, options) => withOwner(config(), log, work, options),
  withScratch: (work) => withScratch(config(), log, work),
  print: say(process.stdout),
  write: process.stdout.isTTY ? plainSink(sinkInto(process.stdout)) : sinkInto(process.stdout),
  note,
  startProgress: (total) => startProgress(total, process.stderr),
  stepBack: ({ storage }) => stepBack([storage.pool, storage.patientPool]),
  password: () => newPassword(process.env, signal),
  confirm: (question) => confirm(question, signal),
  operator: operator(),
  signal,
}
const program = createProgram(context)

try {
  await program.parseAsync()
} catch (error) {
  for (const problem of plainProblem(error)) note(problem)
  process.exitCode = error instanceof Unchecked ? 2 : 1
}
if (signal.aborted) process.exitCode = 130
