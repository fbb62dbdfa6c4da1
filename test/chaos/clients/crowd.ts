import { setTimeout as sleep } from 'node:timers/promises'
import type { Sent } from '../ledger.ts'
import type { Random } from '../random.ts'
import { type Addresses, type Client, clientOf } from './client.ts'
import { content, type Work } from './content.ts'
import { rights } from './rights.ts'
import type { Town } from './town.ts'

export type CrowdOptions = {
  readonly random: Random
  readonly ledger: Sent[]
  readonly town: Town
  readonly addresses: () => Addresses
  readonly writers?: number
  readonly readers?: number
  /** What writers do; everything there is when absent. */
  readonly works?: readonly Work[]
  /** Milliseconds each rests between two things, at most. */
  readonly rest?: number
}

export type Crowd = {
  /** Things that writers have begun and ended so far. */
  readonly done: () => number
  /** Everybody finishes what they are at. */
  stop(): Promise<void>
}

const reading = async (client: Client, { subjects, admin: token }: Town): Promise<void> => {
  if (subjects.length > 0 && client.random.chance(0.8)) {
    // Mostly the newest: of the others the last word was spoken long ago.
    const newest = Math.max(0, subjects.length - 12)
    const from = client.random.chance(0.8) ? newest : 0
    const subject = client.random.pick(subjects.slice(from))
    await client.read({ ...subject.shown, needs: subject.name })
    return
  }
  const path = client.random.pick(['/api/user/current', '/api/collection/root/items', '/api/user'])
  await client.read({ operation: 'list', path, token })
}

/** Writers and readers at work until they are stopped. */
export const startCrowd = (options: CrowdOptions): Crowd => {
  const { random, ledger, town, addresses, writers = 8, readers = 4, rest = 20 } = options
  const works = options.works ?? [...content, ...rights]
  let isOver = false
  let done = 0
  const clients: Client[] = []
  const loops: Promise<void>[] = []

  const start = (name: string, turn: (client: Client) => Promise<unknown>) => {
    const own = random.fork(name)
    const client = clientOf({ name, random: own, ledger, addresses, isDone: () => isOver })
    clients.push(client)
    const loop = async () => {
      while (!isOver) {
        await turn(client)
        await sleep(own.between(0, rest))
      }
    }
    loops.push(loop())
  }
  for (let n = 1; n <= writers; n += 1)
    start(`writer-${n}`, async (client) => {
      await client.random.weighted(works).run(client, town)
      done += 1
    })
  for (let n = 1; n <= readers; n += 1) start(`reader-${n}`, (client) => reading(client, town))

  return {
    done: () => done,
    async stop() {
      isOver = true
      await Promise.all(loops)
      for (const client of clients) client.close()
    },
  }
}
