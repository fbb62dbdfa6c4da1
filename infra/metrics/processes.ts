import type { Pool } from 'pg'
import type { BusFacts } from '../bus/facts.ts'
import type { LeadershipFacts } from '../leadership/leadership.ts'
import type { AnswerMemoryFacts } from '../limits/answer-memory.ts'
import { gaugesOf, type Registers, type Sample } from './gauges.ts'

export type LeadershipsFacts = Readonly<Record<string, LeadershipFacts>>

/** Who leads, of those who could. */
export const leadershipMetrics = (registers: Registers, facts: () => LeadershipsFacts): void => {
  const define = gaugesOf(registers, facts, ['of'])
  const gauge = (name: string, help: string, value: (facts: LeadershipFacts) => number) =>
    define(name, help, (found) => Object.entries(found).map(([of, one]) => [{ of }, value(one)]))
  gauge('leadership_leader', '1 while this process leads', (it) => Number(it.status === 'leader'))
  gauge('leadership_epoch', 'The newest epoch this process knows of', (it) => Number(it.epoch))
}

export const busMetrics = (registers: Registers, facts: () => BusFacts): void => {
  gaugesOf(registers, facts, ['kind'])(
    'bus_connected',
    '1 while hints reach other processes',
    ({ kind, connected }) => [[{ kind }, Number(connected)]],
  )
  gaugesOf(registers, facts, ['direction'])(
    'bus_messages',
    'Hints since the start: published, received, and received but none of ours',
    (it) => [
      [{ direction: 'published' }, it.published],
      [{ direction: 'received' }, it.received],
      [{ direction: 'ignored' }, it.ignored],
    ],
  )
}

/** How many connections a pool has, and how many wait for one. */
export type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

type Pools = Readonly<Record<string, PoolCounts>>

/** Counted when the scrape begins: metrics defined after these may ask the database. */
export const poolMetrics = (registers: Registers, pools: Pools): void => {
  const counts = () =>
    Object.entries(pools).map(([pool, { totalCount, idleCount, waitingCount }]) => ({
      pool,
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    }))
  gaugesOf(registers, counts, ['pool', 'state'])(
    'postgres_pool_connections',
    'Connections of this process to its database, and who waits for one',
    (found) =>
      found.flatMap(({ pool, ...states }) =>
        Object.entries(states).map(([state, count]): Sample => [{ pool, state }, count]),
      ),
  )
}

export const memoryMetrics = (registers: Registers, facts: () => AnswerMemoryFacts): void => {
  gaugesOf(registers, facts, ['kind'])(
    'answer_memory_bytes',
    'Rows of answers under way that are held together, and the most that may be',
    ({ taken, most }) => [
      [{ kind: 'taken' }, taken],
      [{ kind: 'most' }, most],
    ],
  )
}
