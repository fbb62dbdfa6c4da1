import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventStoreDb } from '../../../infra/event-store/eventstoredb/event-store.ts'
import { freePort } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { type Mortal, startMortal } from './mortal.ts'

/** A node that kept what it acknowledged through everything that is done to it. */
export type MortalEventStoreDb = {
  /** As EVENTSTORE_URL takes it. */
  readonly url: string
  /** By `kill -9`. */
  kill(): Promise<void>
  /** At the same address, on what the last life left; does nothing while it runs. */
  ensure(): Promise<void>
  remove(): Promise<void>
}

const support = join(import.meta.dirname, '../../support')

/** Milliseconds; a busy machine takes its time to compile it. */
const startLimit = 60_000

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const said = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => said(true)).once('error', () => said(false))
  })

/** The server that speaks the protocol, in a process of its own, on a file that it syncs. */
const startMortalEventStoreDb = async (): Promise<MortalEventStoreDb> => {
  const directory = mkdtempSync(join(tmpdir(), 'chaos-eventstoredb-'))
  const port = await freePort()
  const script = [join(support, 'run-typescript.mjs'), join(support, 'eventstoredb/serve.ts')]
  let life: Mortal
  const start = async () => {
    life = startMortal({
      command: process.execPath,
      args: ['--import', ...script, String(port), join(directory, 'events')],
      log: join(directory, 'output'),
      directory,
    })
    await until(
      () => isListening(port),
      (is) => is || !life.isRunning(),
      startLimit,
    )
    if (!life.isRunning()) throw new Error(`the store did not start:\n${life.output()}`)
  }
  await start()
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill: () => life.signal('SIGKILL'),
    ensure: async () => {
      if (!life.isRunning()) await start()
    },
    async remove() {
      await life.signal('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** EVENTSTORE_URL of whoever runs this, where they have a node for it. */
export const givenNode = (): string | undefined => process.env.EVENTSTORE_URL || undefined

const isOneNode = (url: string): boolean => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  return address?.protocol === 'esdb:' && address.port !== ''
}

/**
 * A node of whoever runs this: it may lose connections, and nothing else may happen to it.
 * @throws for one that holds events already: they would be taken for the service's, or are.
 */
export const givenEventStoreDb = async (url: string): Promise<MortalEventStoreDb> => {
  if (!isOneNode(url))
    throw new Error(
      'EVENTSTORE_URL must be one node with its port: esdb://localhost:2113?tls=false',
    )
  const store = eventStoreDb({ url })
  const head = await store.head().finally(() => store.close())
  if (head !== 0n)
    throw new Error(`The log at EVENTSTORE_URL is not empty: its newest event is at ${head}.`)
  return {
    url,
    kill: async () => {
      throw new Error('this node is not ours to kill')
    },
    ensure: async () => undefined,
    remove: async () => undefined,
  }
}

/** The node that was given, else one of our own. */
export const anEventStoreDb = (): Promise<MortalEventStoreDb> => {
  const url = givenNode()
  return url === undefined ? startMortalEventStoreDb() : givenEventStoreDb(url)
}
