import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type EngineOptions, engineDefaults } from '../../infra/engines/options.ts'
import type {
  BoundValue,
  Cell,
  ConnectionDetails,
  EngineDriver,
  QueryOptions,
  ResultColumn,
} from '../../shared/ports/engine-driver.ts'
import { mostHeldDuring } from '../support/live-memory.ts'

/** A real server with a database of the suite's own, and the few words in which engines differ. */
export type EngineFixture = {
  /** An ordinary user with all rights on the database. */
  readonly details: ConnectionDetails
  /** A user who may administer the server. */
  readonly adminDetails: ConnectionDetails
  readonly schema: string
  readonly sql: {
    /** One column `n` counting from 1; the number is inlined. */
    series(rows: number): string
    /** Runs for about that long. */
    sleep(seconds: number): string
    /** A parameter compared as text. */
    readonly parameters: string
    /** The session's time zone as the engine prints it. */
    readonly zone: string
    /** Statements that try to write, each with one statement or more. */
    readonly writes: readonly string[]
    /** Statements that would leave something behind on the connection. */
    readonly traces: readonly string[]
    /** Answers one row that is the same on every clean connection. */
    readonly state: string
    /** The one instant in `customer`, noon of 1 July 2026 in UTC. */
    readonly instant: string
  }
  /** Type name → [SQL of a value, its cell, its base type]. */
  readonly cells: Readonly<Record<string, readonly [string, Cell, ResultColumn['baseType']]>>
  /** How many statements of the database's ordinary user are at work now. */
  running(): Promise<number>
  /** Ends all sessions of the ordinary user, the hard way. */
  killSessions(): Promise<void>
  rowsOf(table: string): Promise<number>
  close(): Promise<void>
}

type Open = (options: EngineOptions) => EngineDriver

const rowsOf = async (batches: AsyncIterable<readonly (readonly Cell[])[]>) => {
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

/** Milliseconds within which a statement that nobody wants has ended: the promise itself. */
const patience = 2_000
const testTimeout = 20_000

const until = async (holds: () => Promise<boolean>, milliseconds: number): Promise<number> => {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > milliseconds) break
    await sleep(20)
  }
  return performance.now() - startedAt
}

export const engineDriverContract = (
  name: string,
  open: Open,
  start: () => Promise<EngineFixture>,
): void => {
  describe(`the ${name} driver`, () => {
    let fixture: EngineFixture
    let driver: EngineDriver
    const openDrivers: EngineDriver[] = []

    const newDriver = (options: Partial<EngineOptions> = {}): EngineDriver => {
      const opened = open({ ...engineDefaults, ...options })
      openDrivers.push(opened)
      return opened
    }
    const target = (version = '1') => ({ databaseId: 1, version, details: fixture.details })
    const query = (
      sql: string,
      options: Partial<QueryOptions> = {},
      parameters: readonly BoundValue[] = [],
      by = driver,
    ) =>
      by.query(
        target(),
        { sql, parameters },
        { signal: new AbortController().signal, timeoutMs: 20_000, origin: 'foreign', ...options },
      )
    /** Nothing is at work any more, and soon. */
    const quiet = async () =>
      expect(await until(async () => (await fixture.running()) === 0, patience)).toBeLessThan(
        patience,
      )
    const ask = async (sql: string, options: Partial<QueryOptions> = {}) =>
      rowsOf((await query(sql, options)).batches)

    beforeAll(async () => {
      fixture = await start()
      driver = newDriver()
    })
    afterAll(async () => {
      await Promise.all(openDrivers.map((it) => it.close()))
      await fixture.close()
    })

    describe('introspection', () => {
      test('reads tables, views, columns and keys', async () => {
        const { tables, foreignKeys, version } = await driver.introspect(
          target(),
          new AbortController().signal,
        )
        expect(version).toMatch(/^\d+\.\d+/)
        expect(tables.map((it) => [it.schema, it.name, it.kind]).sort()).toEqual([
          [fixture.schema, 'Odd "na`me', 'table'],
          [fixture.schema, 'customer', 'table'],
          [fixture.schema, 'customer_name', 'view'],
          [fixture.schema, 'purchase', 'table'],
        ])
        const customer = tables.find((it) => it.name === 'customer')
        expect(customer?.description).toBe('Who buys')
        expect(customer?.fields.map((it) => [it.name, it.baseType, it.primaryKey])).toEqual([
          ['id', 'type/Integer', true],
          ['name', 'type/Text', false],
          ['since', 'type/DateTimeWithLocalTZ', false],
        ])
        expect(customer?.fields.map((it) => [it.nullable, it.description])).toEqual([
          [false, null],
          [true, 'In full'],
          [true, null],
        ])
        const { schema } = fixture
        expect(foreignKeys).toEqual([
          {
            schema,
            table: 'purchase',
            field: 'customer_id',
            targetSchema: schema,
            targetTable: 'customer',
            targetField: 'id',
          },
        ])
      })
    })

    describe('cells', () => {
      test.each([
        ['a small answer', { maxRows: 10 }],
        ['an answer of any size', {}],
      ])('every type comes as canonical text, in %s', async (_, size) => {
        const cases = Object.entries(fixture.cells)
        const list = cases.map(([, [sql]], index) => `${sql} as c${index}`).join(', ')
        const options = { timeZone: 'UTC', ...size }
        // A driver learns types as it goes, so what it knows differs from turn to turn.
        const fresh = newDriver({ poolSize: 1 })
        for (let turn = 0; turn < 2; turn += 1) {
          const { columns, batches } = await query(`select ${list}`, options, [], fresh)
          const [row = []] = await rowsOf(batches)
          const found = cases.map(([type], index) => [type, row[index], columns[index]?.baseType])
          expect(found).toEqual(cases.map(([type, [, cell, base]]) => [type, cell, base]))
        }
      })

      test('nulls are null', async () => {
        expect(await ask('select null')).toEqual([[null]])
      })

      test('odd and equal column names are harmless', async () => {
        const quote = name === 'postgres' ? '"' : '`'
        const names = ['__proto__', 'constructor', 'toString', 'same', 'same']
        const list = names.map((it, index) => `${index} as ${quote}${it}${quote}`).join(', ')
        const { columns, batches } = await query(`select ${list}`)
        expect(columns.map((it) => it.name)).toEqual(names)
        expect(await rowsOf(batches)).toEqual([['0', '1', '2', '3', '4']])
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      })

      test('parameters are bound, never read as SQL', async () => {
        const hostile = `'; drop table customer; -- \\' " \` # /*! */ é 漢 🙂`
        const { batches } = await query(fixture.sql.parameters, {}, [hostile])
        expect(await rowsOf(batches)).toEqual([[hostile]])
      })

      test('a time zone holds for its run only', async () => {
        const before = await ask(fixture.sql.zone)
        await ask(fixture.sql.zone, { timeZone: 'Etc/GMT-1', origin: 'compiled' })
        expect(await ask(fixture.sql.zone, { origin: 'compiled' })).toEqual(before)
        for (const timeZone of [undefined, 'UTC', 'Etc/GMT-1', 'Asia/Kolkata']) {
          const [row] = await ask(fixture.sql.instant, timeZone ? { timeZone } : {})
          expect(Date.parse(row?.[0] ?? '')).toBe(Date.UTC(2026, 6, 1, 12))
        }
      })
    })

    describe('streams', () => {
      test('200 000 rows arrive whole, in order and with bounded memory', async () => {
        const { batches } = await query(fixture.sql.series(200_000))
        let count = 0
        let largest = 0
        for await (const batch of batches) {
          largest = Math.max(largest, batch.length)
          for (const [cell] of batch) {
            count += 1
            if (cell !== String(count)) throw new Error(`row ${count} holds ${cell}`)
          }
        }
        expect(count).toBe(200_000)
        expect(largest).toBeLessThanOrEqual(10_000)
      })

      test(
        'a slow reader holds the server back',
        async () => {
          const { batches } = await query(fixture.sql.series(2_000_000))
          const reader = batches[Symbol.asyncIterator]()
          await reader.next()
          const { held } = await mostHeldDuring(() => sleep(1_200))
          expect(held).toBeLessThan(60 * 1024 * 1024)
          await reader.return?.()
          await quiet()
        },
        testTimeout,
      )

      test('takes no more rows than the caller wants', async () => {
        for (const maxRows of [1, 7, 1_000, 25_000])
          expect(await ask(fixture.sql.series(100_000), { maxRows })).toHaveLength(maxRows)
      })
    })

    describe('ends', () => {
      test(
        'at the database when the signal aborts',
        async () => {
          const controller = new AbortController()
          const attempt = query(fixture.sql.sleep(15), { signal: controller.signal }).then(
            ({ batches }) => rowsOf(batches),
          )
          await until(async () => (await fixture.running()) === 1, patience)
          controller.abort()
          await expect(attempt).rejects.toMatchObject({ errorType: 'cancelled' })
          await quiet()
        },
        testTimeout,
      )

      test(
        'at the database when the reader leaves',
        async () => {
          const { batches } = await query(fixture.sql.series(50_000_000))
          for await (const batch of batches) if (batch.length > 0) break
          await quiet()
        },
        testTimeout,
      )

      test(
        'when the time is up',
        async () => {
          const startedAt = performance.now()
          await expect(ask(fixture.sql.sleep(15), { timeoutMs: 300 })).rejects.toMatchObject({
            errorType: 'timed-out',
          })
          expect(performance.now() - startedAt).toBeLessThan(patience)
          await quiet()
        },
        testTimeout,
      )

      test('with an error, not like an answer, when the server goes away', async () => {
        const { batches } = await query(fixture.sql.series(5_000_000))
        const readAll = async () => {
          let killed = false
          for await (const _batch of batches) {
            if (!killed) await fixture.killSessions()
            killed = true
          }
        }
        await expect(readAll()).rejects.toMatchObject({ errorType: 'connection' })
        expect(await ask('select 1')).toEqual([['1']])
      })
    })

    /** A driver may read small answers in another way than large ones. */
    describe.each([
      ['a small answer', { maxRows: 100 }],
      ['an answer of any size', {}],
    ] as const)('asked for %s, stays read-only', (_, options) => {
      test('whatever the SQL tries', async () => {
        for (const sql of fixture.sql.writes)
          await expect([sql, await ask(sql, options).catch((error) => error.name)]).toEqual([
            sql,
            'QueryProblem',
          ])
        expect(await fixture.rowsOf('customer')).toBe(1)
      })

      test('and leaves nothing for the next query', async () => {
        const single = newDriver({ poolSize: 1 })
        const stateOf = async () => rowsOf((await query(fixture.sql.state, {}, [], single)).batches)
        const clean = await stateOf()
        for (const sql of fixture.sql.traces) {
          await query(sql, options, [], single).then(
            ({ batches }) => rowsOf(batches),
            () => undefined,
          )
          expect([sql, await stateOf()]).toEqual([sql, clean])
        }
      })

      test('tells errors of the SQL in the words of the engine', async () => {
        await expect(ask('select no_such_column', options)).rejects.toMatchObject({
          errorType: 'db',
          state: expect.stringMatching(/^42/),
          message: expect.stringContaining('no_such_column'),
        })
        for (const sql of ['', '-- nothing', 'select 1\u0000'])
          await expect(ask(sql, options)).rejects.toMatchObject({ errorType: 'db' })
      })

      test('and serves on after compiled SQL that fails', async () => {
        const single = newDriver({ poolSize: 1 })
        const one = (sql: string) => query(sql, { ...options, origin: 'compiled' }, [], single)
        for (let turn = 0; turn < 3; turn += 1) {
          await expect(one('select no_such_column')).rejects.toMatchObject({ errorType: 'db' })
          expect(await rowsOf((await one('select 1')).batches)).toEqual([['1']])
        }
      })
    })

    describe('pools', () => {
      test('queue up to their bound and refuse the rest', async () => {
        const small = newDriver({ poolSize: 2, queueLimit: 2, queueWaitMs: 10_000 })
        const answers = await Promise.allSettled(
          Array.from({ length: 6 }, async () =>
            rowsOf((await query(fixture.sql.sleep(0.3), {}, [], small)).batches),
          ),
        )
        const refused = answers.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
        expect(refused.map((it) => it.errorType)).toEqual(['overloaded', 'overloaded'])
      })

      test('refuse who waited too long, and lose no connection over it', async () => {
        const small = newDriver({ poolSize: 1, queueWaitMs: 100 })
        const slow = query(fixture.sql.sleep(0.6), {}, [], small)
        await expect(query('select 1', {}, [], small)).rejects.toMatchObject({
          errorType: 'overloaded',
        })
        await rowsOf((await slow).batches)
        for (let turn = 0; turn < 5; turn += 1)
          await rowsOf((await query('select 1', {}, [], small)).batches)
      })

      test('survive cancelled queries', async () => {
        const small = newDriver({ poolSize: 2 })
        for (let turn = 0; turn < 6; turn += 1) {
          const controller = new AbortController()
          const attempt = query(fixture.sql.sleep(5), { signal: controller.signal }, [], small)
          setTimeout(() => controller.abort(), 30)
          await expect(attempt.then(({ batches }) => rowsOf(batches))).rejects.toMatchObject({
            errorType: 'cancelled',
          })
        }
        const { batches } = await query('select 1', {}, [], small)
        expect(await rowsOf(batches)).toEqual([['1']])
      })
    })

    describe('connections', () => {
      const blamed = async (
        change: Partial<ConnectionDetails>,
        options: Partial<EngineOptions> = {},
      ) =>
        newDriver(options)
          .test({ ...fixture.details, ...change })
          .then(
            () => 'connected',
            (error) => [error.name, error.field],
          )

      test('are tested, with a warning for a mighty user', async () => {
        expect(await driver.test(fixture.details)).toEqual({})
        expect(await driver.test(fixture.adminDetails)).toEqual({ warning: expect.any(String) })
      })

      test('blame the key that is wrong', async () => {
        expect(await blamed({ password: 'wrong' })).toEqual(['ConnectionProblem', 'password'])
        expect(await blamed({ password: undefined })).toEqual(['ConnectionProblem', 'password'])
        expect(await blamed({ dbname: 'no_such_db' })).toEqual(['ConnectionProblem', 'dbname'])
        expect(await blamed({ port: 1 })).toEqual(['ConnectionProblem', 'port'])
        expect(await blamed({ host: 'no-such-host.invalid' })).toEqual([
          'ConnectionProblem',
          'host',
        ])
        expect(await blamed({ ssl: true })).toEqual(['ConnectionProblem', 'ssl'])
        expect(await blamed({ host: '169.254.169.254' })).toEqual(['ConnectionProblem', 'host'])
      })

      test('are refused to our own servers, but for our own database', async () => {
        const { host, port } = fixture.details
        const ownEndpoints = [{ host: 'localhost', port }]
        expect(await blamed({ host }, { ownEndpoints })).toEqual(['ConnectionProblem', 'host'])
        expect(await blamed({ host }, { ownEndpoints, isOwnDatabase: () => true })).toBe(
          'connected',
        )
      })

      test('give up on a server that says nothing, or nonsense', async () => {
        for (const greeting of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
          const server = createServer((socket) => {
            socket.on('error', () => undefined)
            if (greeting) socket.end(greeting)
          })
          await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
          const address = server.address()
          const port = typeof address === 'object' && address ? address.port : 0
          const [problem] = await blamed({ port }, { connectTimeoutMs: 500 })
          expect(problem).toBe('ConnectionProblem')
          server.close()
        }
      })

      test('prefer encryption where the server has it', async () => {
        expect(await blamed({ ssl: true, 'ssl-mode': 'prefer' })).toBe('connected')
        expect(await blamed({ ssl: true, 'ssl-mode': 'verify-full' })).toEqual([
          'ConnectionProblem',
          'ssl',
        ])
      })

      test('follow the version of their details', async () => {
        const own = newDriver()
        const at = (version: string, details: ConnectionDetails) =>
          own.query(
            { databaseId: 7, version, details },
            { sql: 'select 1', parameters: [] },
            { signal: new AbortController().signal, timeoutMs: 5_000, origin: 'compiled' },
          )
        await rowsOf((await at('1', fixture.details)).batches)
        await expect(at('2', { ...fixture.details, password: 'wrong' })).rejects.toMatchObject({
          name: 'ConnectionProblem',
        })
        await rowsOf((await at('3', fixture.details)).batches)
        await own.release(7)
        await rowsOf((await at('3', fixture.details)).batches)
      })
    })
  })
}
