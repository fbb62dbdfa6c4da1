import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { type EngineOptions, engineDefaults } from '../../infra/engines/options.ts'
import type {
  BoundValue,
  Cell,
  ConnectionDetails,
  EngineDriver,
  QueryOptions,
} from '../../shared/ports/engine-driver.ts'

/** A real server with a database of the suite's own, whatever language it is asked in. */
export type DriverFixture = {
  /** An ordinary user of the database. */
  readonly details: ConnectionDetails
  /** A user who may do more than the service needs. */
  readonly adminDetails: ConnectionDetails
  readonly sql: {
    /** One column `n` counting from 1; the number is inlined. */
    series(rows: number): string
    /** Runs for about that long: 0.3, 0.6, 5 or 15 seconds. */
    sleep(seconds: number): string
  }
  /** What is particular about a server, where it differs. */
  readonly quirks?: {
    /** The key that a server blames which does not tell why it turned somebody away. */
    readonly missingDatabase?: keyof ConnectionDetails
    /** Names of columns come back in lower case, or the like. */
    columnName?(name: string): string
    /** Never does: there is nothing to prefer. */
    readonly encrypts?: false
  }
  /** How many statements of the database's ordinary user are at work now. */
  running(): Promise<number>
  /** Ends all sessions of the ordinary user, the hard way. */
  killSessions(): Promise<void>
  close(): Promise<void>
}

export type Open = (options: EngineOptions) => EngineDriver

export const rowsOf = async (batches: AsyncIterable<readonly (readonly Cell[])[]>) => {
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

/** Milliseconds within which a statement that nobody wants has ended: the promise itself. */
export const patience = 5_000

export const within = async (holds: () => Promise<boolean>, milliseconds: number) => {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > milliseconds) break
    await sleep(20)
  }
  return performance.now() - startedAt
}

/** The driver of a suite, and short words to ask it things. Call it inside the suite's `describe`. */
export const driverBench = <F extends DriverFixture>(open: Open, start: () => Promise<F>) => {
  const openDrivers: EngineDriver[] = []
  let current: { readonly fixture: F; readonly driver: EngineDriver } | undefined

  const newDriver = (options: Partial<EngineOptions> = {}): EngineDriver => {
    const opened = open({ ...engineDefaults, ...options })
    openDrivers.push(opened)
    return opened
  }
  const here = () => {
    if (!current) throw new Error('the suite has not started')
    return current
  }
  const target = (version = '1') => ({ databaseId: 1, version, details: here().fixture.details })

  const query = (
    sql: string,
    options: Partial<QueryOptions> = {},
    parameters: readonly BoundValue[] = [],
    by = here().driver,
  ) =>
    by.query(
      target(),
      { sql, parameters },
      { signal: new AbortController().signal, timeoutMs: 20_000, origin: 'foreign', ...options },
    )

  beforeAll(async () => {
    current = { fixture: await start(), driver: newDriver() }
  })
  afterAll(async () => {
    await Promise.all(openDrivers.map((it) => it.close()))
    await current?.fixture.close()
  })

  return {
    fixture: () => here().fixture,
    driver: () => here().driver,
    newDriver,
    target,
    query,
    ask: async (sql: string, options: Partial<QueryOptions> = {}) =>
      rowsOf((await query(sql, options)).batches),
    /** Nothing is at work any more, and soon. */
    quiet: async () =>
      expect(
        await within(async () => (await here().fixture.running()) === 0, patience),
      ).toBeLessThan(patience),
  }
}

export type DriverBench<F extends DriverFixture = DriverFixture> = ReturnType<typeof driverBench<F>>
