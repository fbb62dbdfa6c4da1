import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAcknowledged, isUnknown, type Sent } from '../ledger.ts'
import type { Random } from '../random.ts'
import { type Asked, type Try, wireOf } from './wire.ts'

/** Where requests of each side go, at this moment. */
export type Addresses = { readonly command: readonly string[]; readonly query: readonly string[] }

/** Somebody who uses the service through whatever happens to it. */
export type Client = {
  readonly name: string
  readonly random: Random
  read(asked: Omit<Asked, 'method'>): Promise<Sent>
  /** A question with a body, which goes where reads go. */
  ask(asked: Omit<Asked, 'method'>): Promise<Sent>
  /** Once. */
  write(asked: Asked): Promise<Sent>
  /** Again, with the same `Idempotency-Key`, while nobody knows what became of it. */
  insist(asked: Asked): Promise<Sent>
  /** True once the run is over: what is begun is finished. */
  isDone(): boolean
  close(): void
}

type Options = {
  readonly name: string
  readonly random: Random
  readonly ledger: Sent[]
  readonly addresses: () => Addresses
  readonly isDone: () => boolean
}

const mostTries = 4
/** Milliseconds between tries; a server that refuses connections does so very fast. */
const pause = 50

/** A body that says which part of it is missing: what was asked for came to nothing. */
export const bodyOf = <T>({ reply }: Sent): T | undefined =>
  reply.kind === 'answered' && reply.status < 300 ? (reply.body as T) : undefined

export const clientOf = ({ name, random, ledger, addresses, isDone }: Options): Client => {
  const wire = wireOf(name, ledger)
  const send = async (asked: Asked, side: keyof Addresses, tried?: Try) => {
    const sent = await wire.send(random.pick(addresses()[side]), asked, tried)
    if (sent.reply.kind === 'cut') await sleep(pause)
    return sent
  }
  return {
    name,
    random,
    isDone,
    read: (asked) => send({ ...asked, method: 'GET' }, 'query'),
    ask: (asked) => send({ ...asked, method: 'POST' }, 'query'),
    write: (asked) => send(asked, 'command'),
    async insist(asked) {
      const key = randomUUID()
      for (let tries = 1; ; tries += 1) {
        const sent = await send(asked, 'command', { key, repeatable: true })
        if (isAcknowledged(sent) || !isUnknown(sent) || tries === mostTries) return sent
        await sleep(pause * tries)
      }
    },
    close: wire.close,
  }
}
