import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../support/until.ts'
import { type Mortal, startMortal } from './mortal.ts'

/** A process of the service that is killed, stopped and started again at the same address. */
export type ServiceProcess = {
  readonly name: string
  readonly role: string
  readonly url: string
  readonly pid: number
  /** Where its output and log go. */
  readonly directory: string
  isRunning(): boolean
  /** Starts another life; resolves once the process answers, ready or not. */
  start(): Promise<void>
  signal(signal: NodeJS.Signals): Promise<void>
  /** How its last life ended. */
  readonly ended: Promise<number | NodeJS.Signals>
  output(): string
}

export type ServiceProgram = {
  readonly name: string
  readonly role: string
  readonly port: number
  /** What Node is to run. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
}

/** Milliseconds; a busy machine takes its time to load a thousand files. */
const startLimit = 240_000

const isThere = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

export const serviceProcess = (program: ServiceProgram): ServiceProcess => {
  const { name, role, port, args } = program
  const directory = join(program.directory, name)
  mkdirSync(directory, { recursive: true })
  const url = `http://127.0.0.1:${port}`
  let life: Mortal | undefined
  const current = () => {
    if (!life) throw new Error(`${name} was never started`)
    return life
  }
  return {
    name,
    role,
    url,
    directory,
    get pid() {
      return current().pid
    },
    get ended() {
      return current().ended
    },
    isRunning: () => life?.isRunning() ?? false,
    output: () => current().output(),
    signal: async (signal) => life?.signal(signal),
    async start() {
      const { environment } = program
      const started = startMortal({
        ...{ command: process.execPath, args, environment, directory },
        log: join(directory, 'output'),
      })
      life = started
      await until(
        () => isThere(url),
        (there) => there || !started.isRunning(),
        startLimit,
      )
      if (!started.isRunning()) throw new Error(`${name} ended at once:\n${started.output()}`)
    },
  }
}
