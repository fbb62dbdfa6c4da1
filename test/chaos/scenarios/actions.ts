import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { bodyOf } from '../clients/client.ts'
import { cardBody } from '../clients/content.ts'
import type { Run } from '../invariants/evidence.ts'
import { outcomeOf } from '../ledger.ts'
import type { Scenario, Stage } from '../scenario.ts'
import { ask } from '../world/postgres.ts'
import { type Customer, connected } from './connected.ts'
import { allWell, killAndStart, one, repeatedly } from './steps.ts'

type WithId = { readonly id: number }

const make = async (stage: Stage, { client }: Customer, path: string, body: object) => {
  const how = { operation: path, method: 'POST', token: stage.town.admin } as const
  const sent = await client.insist({ ...how, path: `/api/${path}`, body })
  const id = bodyOf<WithId>(sent)?.id
  if (id === undefined) throw new Error(`no ${path}: ${JSON.stringify(sent.reply)}`)
  return id
}

/** Where each run leaves its mark. */
const table = 'public.marks'

type Said = { readonly actionId?: number; readonly outcome?: string }

/** The last word of the log on the runs of an action: how it ended, or that it began. */
const outcomeOfRuns = (events: readonly RecordedEvent[], action: number): string | undefined => {
  const said = events.filter(({ stream }) => stream.startsWith('action-run-'))
  const of = said.filter(({ data }) => (data as Said).actionId === action)
  const streams = new Set(of.map(({ stream }) => stream))
  const last = said.findLast(({ stream }) => streams.has(stream))
  return last && ((last.data as Said).outcome ?? 'begun')
}

/** What the log says of the runs of an action, and what they left in the target. */
const runOf = async (
  { world }: Stage,
  events: readonly RecordedEvent[],
  action: number,
  mark: string,
): Promise<Run> => {
  const [left] = await ask<{ n: number }>(
    new URL('/postgres', world.database).href,
    `select count(*)::int as n from ${table} where mark = $1`,
    [mark],
  )
  return { mark, changes: left?.n ?? 0, outcome: outcomeOfRuns(events, action) }
}

export const actionsCut: Scenario = {
  id: 'R-35',
  about: 'the way to the target ends around COMMIT, and the process dies: a run is never repeated',
  crowd: { writers: 2, readers: 1 },
  async play(stage) {
    const { world, town, random } = stage
    const customer = await connected(stage)
    const postgres = new URL('/postgres', world.database).href
    await ask(postgres, `create table if not exists ${table} (mark text)`)
    await ask(postgres, `grant insert, select on ${table} to ${customer.user}`)
    const model = await make(stage, customer, 'card', {
      ...cardBody(customer.client, town),
      type: 'model',
    })
    const answers = new Map<string, number>()
    const actions: [number, string][] = []
    const count = await repeatedly(stage, 'running actions', async (index) => {
      await allWell(stage)
      const mark = `${customer.user} ${index}`
      const query = `insert into ${table} (mark) values ('${mark}')`
      const action = await make(stage, customer, 'action', {
        ...{ name: mark, model_id: model, type: 'query', database_id: customer.id },
        dataset_query: { type: 'native', native: { query } },
      })
      actions.push([action, mark])
      const way = random.pick(['whole', 'before', 'behind', 'killed'] as const)
      if (way === 'before' || way === 'behind') customer.way.cutAt(/commit/i, way)
      const path = `/api/action/${action}/execute`
      const how = { operation: 'action.execute', method: 'POST', token: town.admin } as const
      const running = customer.client.write({ ...how, path, body: { parameters: {} } })
      if (way === 'killed') await killAndStart(one(stage, 'command'))
      const told = `${way}: ${outcomeOf(await running)}`
      answers.set(told, (answers.get(told) ?? 0) + 1)
    })
    const events = await world.log.events()
    for (const [action, mark] of actions) stage.runs.push(await runOf(stage, events, action, mark))
    customer.close()
    return `${count} runs: ${[...answers].map(([told, times]) => `${times} × ${told}`).join('; ')}`
  },
}
