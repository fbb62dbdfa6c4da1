import type { Pool } from 'pg'
import type { BusFacts } from '../bus/facts.ts'
import type { LeadershipFacts } from '../leadership/leadership.ts'
import type { AnswerMemoryFacts } from '../limits/answer-memory.ts'
import { gaugesOf, type Registers } from './gauges.ts'

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

export const poolMetrics = (registers: Registers, pools: Readonly<Record<string, Pool>>): void => {
  gaugesOf(registers, () => pools, ['pool', 'state'])(
    'postgres_pool_connections',
    'Connections of this process to its database, and who waits for one',
    (found) =>
      Object.entries(found).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        [{ pool, state: 'busy' }, totalCount - idleCount],
        [{ pool, state: 'idle' }, idleCount],
        [{ pool, state: 'waiting' }, waitingCount],
      ]),
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
