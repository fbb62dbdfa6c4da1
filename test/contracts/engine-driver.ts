import { describe, expect, test } from '@jest/globals'
import type { Cell, ResultColumn } from '../../shared/ports/engine-driver.ts'
import { anyConnectionContract } from './any-connection.ts'
import { anyRunContract } from './any-run.ts'
import { type DriverFixture, driverBench, type Open, rowsOf } from './driver-bench.ts'

/** A database that speaks SQL, and the few words in which such engines differ. */
export type EngineFixture = DriverFixture & {
  readonly schema: string
  readonly sql: {
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
  rowsOf(table: string): Promise<number>
}

export const engineDriverContract = (
  name: string,
  open: Open,
  start: () => Promise<EngineFixture>,
): void => {
  describe(`the ${name} driver`, () => {
    const bench = driverBench(open, start)
    const { fixture, driver, newDriver, target, query, ask } = bench

    anyRunContract(bench)
    anyConnectionContract(bench)

    describe('introspection', () => {
      test('reads tables, views, columns and keys', async () => {
        const { tables, foreignKeys, version } = await driver().introspect(
          target(),
          new AbortController().signal,
        )
        expect(version).toMatch(/^\d+\.\d+/)
        expect(tables.map((it) => [it.schema, it.name, it.kind]).sort()).toEqual([
          [fixture().schema, 'Odd "na`me', 'table'],
          [fixture().schema, 'customer', 'table'],
          [fixture().schema, 'customer_name', 'view'],
          [fixture().schema, 'purchase', 'table'],
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
        const { schema } = fixture()
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
        const cases = Object.entries(fixture().cells)
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
        const quote = name === 'mysql' ? '`' : '"'
        const names = ['__proto__', 'constructor', 'toString', 'same', 'same']
        const list = names.map((it, index) => `${index} as ${quote}${it}${quote}`).join(', ')
        const { columns, batches } = await query(`select ${list}`)
        const told = fixture().quirks?.columnName ?? ((it: string) => it)
        expect(columns.map((it) => it.name)).toEqual(names.map(told))
        expect(await rowsOf(batches)).toEqual([['0', '1', '2', '3', '4']])
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      })

      test('parameters are bound, never read as SQL', async () => {
        const hostile = `'; drop table customer; -- \\' " \` # /*! */ é 漢 🙂`
        const { batches } = await query(fixture().sql.parameters, {}, [hostile])
        expect(await rowsOf(batches)).toEqual([[hostile]])
      })

      test('a time zone holds for its run only', async () => {
        const before = await ask(fixture().sql.zone)
        await ask(fixture().sql.zone, { timeZone: 'Etc/GMT-1', origin: 'compiled' })
        expect(await ask(fixture().sql.zone, { origin: 'compiled' })).toEqual(before)
        for (const timeZone of [undefined, 'UTC', 'Etc/GMT-1', 'Asia/Kolkata']) {
          const [row] = await ask(fixture().sql.instant, timeZone ? { timeZone } : {})
          expect(Date.parse(row?.[0] ?? '')).toBe(Date.UTC(2026, 6, 1, 12))
        }
      })
    })

    /** A driver may read small answers in another way than large ones. */
    describe.each([
      ['a small answer', { maxRows: 100 }],
      ['an answer of any size', {}],
    ] as const)('asked for %s, stays read-only', (_, options) => {
      test('whatever the SQL tries', async () => {
        for (const sql of fixture().sql.writes)
          await expect([sql, await ask(sql, options).catch((error) => error.name)]).toEqual([
            sql,
            'QueryProblem',
          ])
        expect(await fixture().rowsOf('customer')).toBe(1)
      })

      test('and leaves nothing for the next query', async () => {
        const single = newDriver({ poolSize: 1 })
        const stateOf = async () =>
          rowsOf((await query(fixture().sql.state, {}, [], single)).batches)
        const clean = await stateOf()
        for (const sql of fixture().sql.traces) {
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
  })
}
