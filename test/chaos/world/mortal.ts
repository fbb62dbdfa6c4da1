import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { findProgram } from '../../support/kept-server.ts'
import type { OsUser } from '../../support/postgres-binaries.ts'

/** A process that is there to be stopped, killed and started again. */
export type Mortal = {
  readonly pid: number
  isRunning(): boolean
  /** Sends a signal; waits for the end where it is one that ends. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Exit code or signal, once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Standard output and error so far. */
  output(): string
}

export type Program = {
  readonly command: string
  readonly args: readonly string[]
  /** Nothing else of this process's own environment is passed on. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where its output goes, at the end of what is there. */
  readonly log: string
  readonly directory: string
  readonly user?: OsUser | undefined
}

/** Where there is one (Linux): a program that has the system end its child when this process dies. */
const bound = (): readonly string[] => {
  const setpriv = findProgram('setpriv')
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []
}

/** Where `setpriv` is missing they end with this process at least where that ends in order. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

const lastWords: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT'])

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export const startMortal = (program: Program): Mortal => {
  const [command = program.command, ...args] = [...bound(), program.command, ...program.args]
  const output = openSync(program.log, 'a')
  const child = spawn(command, args, {
    cwd: program.directory,
    env: { PATH: process.env.PATH, ...program.environment },
    stdio: ['ignore', output, output],
    ...program.user,
  })
  closeSync(output)
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  living.add(child)
  ended.finally(() => living.delete(child))
  return {
    pid: child.pid ?? 0,
    isRunning: () => !isOver(child),
    ended,
    output: () => readFileSync(program.log, 'utf8'),
    async signal(signal) {
      if (isOver(child)) return
      child.kill(signal)
      // A stopped process hears nothing but this.
      if (lastWords.has(signal) && signal !== 'SIGKILL') child.kill('SIGCONT')
      if (lastWords.has(signal)) await ended
    },
  }
}
