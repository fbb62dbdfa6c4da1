import { describe, expect, test } from '@jest/globals'
import type { LabEngine } from '../support/engine-lab.ts'
import { faultyProxy } from '../support/faulty-proxy.ts'
import { until } from '../support/until.ts'
import { statement, writerBench } from './writer-bench.ts'

/** The few words in which the engines differ. */
export type WriterWords = {
  /** A column that counts by itself. */
  readonly counting: string
  /** Runs for 20 seconds. */
  readonly sleep: string
  /** What `sleep` needs. */
  readonly needed?: readonly string[]
  /** SQL that could not be undone, or would end the transaction. */
  readonly notUndoable: readonly string[]
  /** Makes the user `reader`, under the password `secret`, who may read and not write. */
  readonly reader: readonly string[]
  readonly dropReader: readonly string[]
  /** A user's words for a value of the session, and what reads it. */
  readonly trace: readonly [leave: string, read: string, clean: string | null]
}

const tablesOf = ({ counting, needed = [] }: WriterWords): readonly string[] => [
  ...needed,
  'create table team (id int primary key, name varchar(20))',
  `create table person (id ${counting}, email varchar(20) not null unique, age int,
    team_id int, note varchar(200), first_name varchar(10), last_name varchar(10),
    constraint grown check (age >= 0), constraint whole_name unique (first_name, last_name),
    constraint person_team foreign key (team_id) references team (id))`,
  `insert into team values (1, 'one'), (2, 'two')`,
  `insert into person (email, note, team_id, first_name, last_name)
    values ('secret@x.org', 'a secret', 2, 'Ada', 'Byron')`,
  'create table log (id int primary key, seen timestamp null)',
]

/** What each engine's writer promises, on a real server. */
export const engineWriterContract = (engine: LabEngine, words: WriterWords): void => {
  describe(`the ${engine} writer`, () => {
    const bench = writerBench(engine, tablesOf(words))
    const { write, insert, update, remove, rows } = bench
    const person = (id: number) => rows(`select * from person where id = ${id}`)
    const emails = async () => (await rows('select email from person order by id')).flat()

    test('adds a row and answers it, changes it, and deletes it', async () => {
      const added = await write([insert('person', { email: 'ada@x.org', age: 36, team_id: 1 })])
      expect(added).toEqual({
        kind: 'committed',
        rowsAffected: [1],
        rows: [
          {
            id: expect.stringMatching(/^\d+$/),
            email: 'ada@x.org',
            age: '36',
            team_id: '1',
            note: null,
            first_name: null,
            last_name: null,
          },
        ],
      })
      const id = Number(added.kind === 'committed' && added.rows[0]?.id)
      const changed = { kind: 'committed', rowsAffected: [1], rows: [undefined] }
      const change = () => write([update('person', { id, age: 37, team_id: null })])
      expect(await change()).toEqual(changed)
      // It is the row that counts, not whether anything in it becomes another.
      expect(await change()).toEqual(changed)
      expect((await person(id))[0]?.slice(1, 4)).toEqual(['ada@x.org', 37, null])
      expect(await write([remove('person', { id })])).toEqual(changed)
      expect(await person(id)).toEqual([])
      expect(await write([insert('team', { id: 7, name: 'seven' })])).toMatchObject({
        rows: [{ id: '7', name: 'seven' }],
      })
    })

    test('changes one row, or nothing', async () => {
      for (const one of [remove('person', { id: 999 }), update('person', { id: 999, age: 1 })])
        expect(await write([one])).toMatchObject({
          kind: 'rolled-back',
          reason: { kind: 'row-count', rows: 0, statement: 0 },
        })
      const all = { ...statement(`update team set name = 'all'`), expectRows: 1 as const }
      expect(await write([all])).toMatchObject({
        reason: { kind: 'row-count', rows: expect.any(Number) },
      })
      expect(await rows('select name from team where id = 1')).toEqual([['one']])
    })

    test('writes a batch whole or not at all', async () => {
      const before = await emails()
      const first = insert('person', { email: 'first@x.org' })
      expect(await write([first, first])).toMatchObject({
        kind: 'rolled-back',
        reason: { kind: 'unique', statement: 1 },
      })
      expect(await emails()).toEqual(before)
      const two = [first, insert('person', { email: 'second@x.org' })]
      expect(await write(two)).toMatchObject({
        kind: 'committed',
        rowsAffected: [1, 1],
        rows: [{ email: 'first@x.org' }, { email: 'second@x.org' }],
      })
      expect(await emails()).toEqual([...before, 'first@x.org', 'second@x.org'])
    })

    test.each([
      ['unique', ['email'], { email: 'secret@x.org' }],
      [
        'unique',
        ['first_name', 'last_name'],
        { email: 'u', first_name: 'Ada', last_name: 'Byron' },
      ],
      ['unique', ['id'], { email: 'i@x.org', id: 1 }],
      ['not-null', ['email'], { age: 1 }],
      ['not-null', ['email'], { email: null }],
      ['check', ['age'], { email: 'c@x.org', age: -1 }],
      ['foreign-key', ['team_id'], { email: 'f@x.org', team_id: 99 }],
      ['type', ['email'], { email: 'much-too-long-for-it@x.org' }],
    ])('tells of %s, by %j', async (kind, columns, values) => {
      const outcome = await write([insert('person', values)])
      expect(outcome).toMatchObject({
        kind: 'rolled-back',
        reason: { kind, columns, statement: 0 },
      })
      const { reason } = outcome.kind === 'rolled-back' ? outcome : { reason: undefined }
      expect(reason?.message).toMatch(/^[A-Z][^"'`]+\.$/)
      expect(JSON.stringify(outcome)).not.toContain('a secret')
    })

    test('tells of rows that others refer to', async () => {
      expect(await write([remove('team', { id: 2 })])).toMatchObject({
        kind: 'rolled-back',
        reason: { kind: 'foreign-key', message: 'Other rows refer to this one.', columns: [] },
      })
    })

    test('binds values, whatever they hold', async () => {
      const hostile = `'; drop table person; -- \\' " \` # /*! */ $1 ? {{x}} é 漢 🙂`
      const added = await write([insert('person', { email: 'h@x.org', note: hostile })])
      expect(added).toMatchObject({ kind: 'committed', rows: [{ note: hostile }] })
      expect(await rows(`select note from person where email = 'h@x.org'`)).toEqual([[hostile]])
      const nul = statement('update team set name = name where id = 1', ['a\u0000b'])
      expect(await write([nul])).toMatchObject({ kind: 'rolled-back' })
    })

    test('runs SQL of others if it can be undone, and leaves nothing of it behind', async () => {
      const both = [
        statement(`/* twice */ update team set name = 'x' where id < 3`),
        statement(`update team set name = 'one' where id = 1`),
      ]
      expect(await write(both)).toMatchObject({ kind: 'committed', rowsAffected: [2, 1] })
      for (const sql of words.notUndoable)
        expect([sql, await write([both[0] ?? statement(''), statement(sql)])]).toMatchObject([
          sql,
          { kind: 'rolled-back', reason: { statement: 1 } },
        ])
      expect(await rows('select name from team where id = 1')).toEqual([['one']])
      const [leave, read, clean] = words.trace
      const alone = bench.newWriter({ poolSize: 1 })
      expect(await write([statement(leave)], {}, alone)).toMatchObject({ kind: 'committed' })
      const readBack = { ...statement(read, [], 'compiled'), returns: ['trace'] }
      const look = engine === 'mysql' ? { ...readBack, readBack: readBack.query } : readBack
      const seen = await write([look], {}, alone)
      expect(seen).toMatchObject({ kind: 'committed' })
      expect(seen.kind === 'committed' && seen.rows).toEqual([{ trace: clean }])
    })

    test('reads moments in the zone that it is given', async () => {
      const at = '2026-07-01T12:00:00'
      await write([insert('log', { id: 1, seen: at })], { timeZone: 'Etc/GMT-3' })
      await write([insert('log', { id: 2, seen: `${at}Z` })], { timeZone: 'Etc/GMT-3' })
      const hours = await rows('select seen from log order by id')
      // MySQL alone keeps an instant under this type; the others keep what the clock showed.
      expect(hours.flat().map((it) => String(it).slice(11, 13))).toEqual(
        engine === 'mysql' ? ['09', '12'] : ['12', '15'],
      )
    })

    test('ends in time, when it is cancelled, and when rows are locked', async () => {
      const sleep = statement(words.sleep, [], 'compiled')
      const change = (note: string) => update('person', { id: 1, note })
      expect(await write([change('late'), sleep], { timeoutMs: 300 })).toMatchObject({
        kind: 'rolled-back',
        reason: { kind: 'timed-out' },
      })
      const controller = new AbortController()
      const holder = write([change('held'), sleep], { signal: controller.signal })
      const locked = await until(
        () => write([change('contended')], { timeoutMs: 3_000 }),
        (outcome) => outcome.kind === 'rolled-back' && outcome.reason.kind === 'conflict',
      )
      expect(locked).toMatchObject({ reason: { statement: 0 } })
      controller.abort()
      expect(await holder).toMatchObject({ kind: 'rolled-back', reason: { kind: 'cancelled' } })
      expect(await write([sleep], { signal: AbortSignal.abort() })).toMatchObject({
        reason: { kind: 'cancelled' },
      })
      expect(String((await rows('select note from person where id = 1'))[0])).not.toMatch(
        /late|held/,
      )
      expect(await write([change('a secret')])).toMatchObject({ kind: 'committed' })
    }, 20_000)

    test('says when it cannot be reached, and when it may not write', async () => {
      const add = insert('team', { id: 50 })
      const refused = async (details: object) => {
        const outcome = await write([add], {}, bench.newWriter(), bench.target(details))
        return outcome.kind === 'rolled-back' ? outcome.reason : outcome
      }
      for (const details of [{ port: 1 }, { password: 'wrong' }, { host: '169.254.169.254' }]) {
        const reason = await refused(details)
        expect(reason).toMatchObject({
          kind: 'connection',
          message: 'The database could not be reached.',
          detail: expect.any(String),
        })
        expect(JSON.stringify(reason)).not.toMatch(/127\.0\.0|169\.254|wrong"/)
      }
      await bench.lab().run(...words.reader)
      try {
        expect(await refused({ user: 'reader', password: 'secret' })).toMatchObject({
          kind: 'permission',
        })
      } finally {
        await bench.lab().run(...words.dropReader)
      }
      expect(await rows('select * from team where id = 50')).toEqual([])
    })

    test('knows what it cannot know: a COMMIT whose answer is lost', async () => {
      const proxy = await faultyProxy(bench.target().details)
      const writer = bench.newWriter()
      const target = bench.target({ host: proxy.host, port: proxy.port })
      const add = (id: number) => write([insert('team', { id })], {}, writer, target)
      const there = async () => (await rows('select id from team where id > 99 order by id')).flat()
      try {
        expect(await add(100)).toMatchObject({ kind: 'committed' })
        proxy.cutAt(/commit/i, 'behind')
        expect(await add(101)).toEqual({ kind: 'unknown' })
        proxy.cutAt(/commit/i, 'before')
        expect(await add(102)).toEqual({ kind: 'unknown' })
        // It is there once, or not: nothing is tried again.
        await until(there, (ids) => ids.length > 1)
        expect(await there()).toEqual([100, 101])

        const sleep = statement(words.sleep, [], 'compiled')
        const cutting = setInterval(proxy.reset, 200)
        const cut = await write([insert('team', { id: 103 }), sleep], {}, writer, target)
        clearInterval(cutting)
        expect(cut).toMatchObject({ kind: 'rolled-back', reason: { kind: 'connection' } })
        // A connection that was ended while it lay idle costs nobody a write.
        expect(await add(104)).toMatchObject({ kind: 'committed' })
        proxy.reset()
        expect(await add(105)).toMatchObject({ kind: 'committed' })
        await writer.release(target.databaseId)
        expect(await add(106)).toMatchObject({ kind: 'committed' })
        expect(await there()).toEqual([100, 101, 104, 105, 106])
      } finally {
        proxy.close()
      }
    }, 20_000)
  })
}
