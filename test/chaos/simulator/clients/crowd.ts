import type { Scheduler } from '../scheduler.ts'
import type { Client } from './client.ts'
import { content } from './content.ts'
import { people } from './people.ts'
import type { Town } from './town.ts'

/** Clients at work, and what became of them. */
export type Crowd = {
  /** Nobody begins anything more. */
  isBegun(): boolean
  isDone(): boolean
  /** Who waits for an answer that never comes, or came to grief by themselves. */
  troubles(): readonly string[]
}

const works = [...content, ...people]

/** @param steps things they begin, all together */
export const startCrowd = (
  clients: readonly Client[],
  { town, steps, scheduler }: { town: Town; steps: number; scheduler: Scheduler },
): Crowd => {
  const atWork = new Map<string, string>()
  const failed: string[] = []
  let begun = 0

  const work = async (client: Client) => {
    while (begun < steps) {
      begun += 1
      const { name, run } = client.random.weighted(works)
      atWork.set(client.name, name)
      await run(client, town)
      await scheduler.pass(client.random.between(0, 300))
    }
  }
  for (const client of clients) {
    atWork.set(client.name, 'nothing yet')
    work(client)
      .catch((error) =>
        failed.push(`${client.name}: ${error instanceof Error ? error.stack : error}`),
      )
      .finally(() => atWork.delete(client.name))
  }

  return {
    isBegun: () => begun >= steps,
    isDone: () => atWork.size === 0,
    troubles: () => [...failed, ...[...atWork].map(([who, what]) => `${who} is still at ${what}`)],
  }
}
