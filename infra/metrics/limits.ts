import { gaugesOf, type Registers } from './gauges.ts'

/** What the limiter tells of itself. */
export type LimitsFacts = {
  /** All processes count together. */
  readonly shared: boolean
  /** They should. */
  readonly wanted: boolean
  /** Calls since the start that were to be counted together and were not. */
  readonly countedAlone: number
}

export const limitsMetrics = (registers: Registers, facts: () => LimitsFacts): void => {
  const define = gaugesOf(registers, facts)
  const gauge = (name: string, help: string, value: (facts: LimitsFacts) => number) =>
    define(name, help, (found) => [[{}, value(found)]])
  gauge('limits_shared', '1 while all processes count calls together', (it) => Number(it.shared))
  gauge('limits_sharing_wanted', '1 where they should: REDIS_URL is set', (it) => Number(it.wanted))
  gauge(
    'limits_counted_alone',
    'Calls that this process counted without Redis',
    (it) => it.countedAlone,
  )
}
