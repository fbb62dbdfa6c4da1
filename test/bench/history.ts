import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { accessHistories } from '../../infra/access/access-histories.ts'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { deriveKeys } from '../../infra/keys.ts'
import { ensureReadModels } from '../../infra/main/read-models/ensure.ts'
import { cardHistories, dashboardHistories } from '../../infra/main/version-histories.ts'
import { migrate } from '../../infra/migrations/migrate.ts'
import { readModelViews } from '../../infra/read-models/views.ts'
import { personalData } from '../../infra/security/personal-data.ts'
import { coreProjections } from '../../projections/index.ts'
import { answerExplain } from '../../query-service/permissions/explain.ts'
import { answerWhoCan } from '../../query-service/permissions/who-can.ts'
import { groupText } from '../../shared/permissions/graph/group-texts.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import { liveMemory } from '../support/live-memory.ts'
import { crowd, lifeOfAGraph } from './life-of-a-graph.ts'
import { dice } from './life-of-a-service.ts'
import { loadLog } from './load-log.ts'
import { belowResult, type Measure, quantile, type Result, whole } from './measure.ts'
import type { Stage } from './stage.ts'

/** Milliseconds of each of so many turns, the first of which only warm up. */
const times = async (turns: number, work: () => Promise<unknown>): Promise<number[]> => {
  const all: number[] = []
  for (let turn = 0; turn < turns + 5; turn += 1) {
    const began = performance.now()
    await work()
    if (turn >= 5) all.push(performance.now() - began)
  }
  return all
}

/** A log of so many revisions in a database of its own, and the read models of it. */
const openLog = async (stage: Stage, revisions: number) => {
  const connection = await stage.freshDatabase('bench_history')
  const pool = new pg.Pool({ ...connection, max: 4 })
  await migrate(pool)
  const people = personalData({ pool, keys: deriveKeys(randomBytes(32)) })
  await loadLog(pool, lifeOfAGraph(revisions, people), (loaded) =>
    stage.progress(`${whole(loaded)} events loaded`),
  )
  const eventStore = postgresEventStore({ pool, listen: connection })
  stage.progress('building the read models')
  await ensureReadModels({
    pool,
    eventStore,
    personalData: people,
    projections: coreProjections,
  })
  const close = async () => {
    await eventStore.close()
    await pool.end()
  }
  return { pool, eventStore, close }
}

/** The whole graph as it was after a revision. */
const graphAt = (history: AccessHistory, revision: number): number => {
  const state = history.at(positionAsOf(history, { kind: 'revision', revision }))
  const databaseIds = state.databaseIds()
  return state.groupIds().reduce((bytes, id) => bytes + groupText(state, id, databaseIds).length, 0)
}

export const history: Measure = {
  name: 'history',
  about: 'who could do what at any moment of a long history of permissions',
  async run(stage): Promise<readonly Result[]> {
    const revisions = stage.quick ? 10_000 : 100_000
    const { pool, eventStore, close } = await openLog(stage, revisions)
    const views = readModelViews(pool, {})
    const before = liveMemory()
    stage.progress('folding the log')
    const began = performance.now()
    const histories = accessHistories(eventStore)
    const known = await histories.current()
    const folded = performance.now() - began
    const megabytes = (liveMemory() - before) / 1024 ** 2

    const dependencies = {
      accessHistories: histories,
      cardHistories: cardHistories(eventStore),
      dashboardHistories: dashboardHistories(eventStore),
      now: () => new Date(),
    }
    const roll = dice()
    const resource = () => ({
      table_id: 1 + roll(crowd.tables),
      as_of: { kind: 'revision', revision: roll(revisions) } as const,
    })
    stage.progress('asking')
    const explained = await times(200, () =>
      answerExplain(dependencies, views, { user_id: 1 + roll(crowd.users), ...resource() }),
    )
    const listed = await times(100, () =>
      answerWhoCan(dependencies, views, resource(), () => undefined),
    )
    const graphs = await times(50, async () => graphAt(known, roll(revisions)))
    await close()

    const of = `${whole(revisions)} revisions`
    const row = (what: string, values: readonly number[], goal: number) =>
      belowResult(`${what}, 95 of 100`, 'ms', quantile(values, 0.95), goal)
    return [
      row(`explain at any of ${of}`, explained, 50),
      row(`the graph of ${crowd.groups} groups as of any of ${of}`, graphs, 50),
      row(`who can, of ${whole(crowd.users)} users in ${crowd.groups} groups`, listed, 50),
      belowResult(`history of ${of}, memory`, 'MB', megabytes, 150),
      belowResult('the same, folded from the log at the first question', 'ms', folded, 5_000),
    ]
  },
}
