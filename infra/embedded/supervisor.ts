import { setTimeout as sleep } from 'node:timers/promises'
import { superuser } from './cluster.ts'
import { startupProblem } from './failure.ts'
import {
  findPostmaster,
  host,
  type Launch,
  launchPostmaster,
  type Postmaster,
  stopPostmaster,
} from './postmaster.ts'
import { isRunning } from './process-table.ts'

export type EmbeddedLog = { info(message: string): void; warn(message: string): void }

export type EmbeddedPostgres = {
  host: string
  port: number
  superuser: string
  password: string
  /** Shuts the server down cleanly, within about five seconds. Connections still open are cut. */
  stop(): Promise<void>
}

/** Keeps a started server running until its `stop` is called. */
export function supervise(
  first: Postmaster,
  launch: Launch,
  password: string,
  log: EmbeddedLog,
  unlock: () => void,
): EmbeddedPostgres {
  const watch = keepRunning(first.pid, launch, log)
  const endWithUs = () => watch.interrupt()
  process.once('exit', endWithUs)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await stopPostmaster(await watch.end(), launch.cluster)
    process.off('exit', endWithUs)
    unlock()
  }
  return {
    host,
    port: first.port,
    superuser,
    password,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Starts the server again whenever it is gone, after ever longer pauses if that does not help. */
function keepRunning(firstPid: number, launch: Launch, log: EmbeddedLog) {
  const stopping = new AbortController()
  let pid = firstPid
  const loop = async () => {
    let pause = 100
    while (await pauseUnless(stopping.signal, pause)) {
      if (isRunning(pid)) continue
      log.warn('Postgres stopped unexpectedly; starting it again.')
      try {
        pid = (await launchPostmaster(launch)).pid
        pause = 100
      } catch (error) {
        pause = Math.min(pause * 2, 5000)
        log.warn(startupProblem(error, launch.cluster).message)
      }
    }
    return pid
  }
  const turn = loop()
  return {
    /** Answers the process id of the server that runs now. */
    end: () => {
      stopping.abort()
      return turn
    },
    /** For a process that ends without having called stop. */
    interrupt: () => {
      if (findPostmaster(launch.cluster)?.pid === pid) process.kill(pid, 'SIGINT')
    },
  }
}

const pauseUnless = (signal: AbortSignal, milliseconds: number): Promise<boolean> =>
  sleep(milliseconds, true, { signal, ref: false }).catch(() => false)
