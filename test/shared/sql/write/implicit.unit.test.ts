import { describe, expect, test } from '@jest/globals'
import type { Json } from '../../../../shared/kernel/json.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { h2 } from '../../../../shared/sql/dialects/h2.ts'
import { dialects } from '../../../../shared/sql/dialects/index.ts'
import { mysql } from '../../../../shared/sql/dialects/mysql.ts'
import { postgres } from '../../../../shared/sql/dialects/postgres.ts'
import {
  implicitDelete,
  implicitInsert,
  implicitRow,
  implicitUpdate,
} from '../../../../shared/sql/write/implicit.ts'
import { writeColumn, writeTarget, writeValues } from '../../../support/write-target.ts'

const id = writeColumn('id', 'type/Integer', 'int4')
const name = writeColumn('name')
const seen = writeColumn('seen', 'type/DateTime', 'timestamp')
const people = writeTarget({ schema: 'app', name: 'people' }, id, name, seen)
const ada = writeValues({ id: 7, name: 'Ada', seen: '2026-01-02T03:04:05+01:00' })

describe('statements about one row', () => {
  test('postgres answers the row that it made', () => {
    expect(implicitInsert(postgres, people, ada)).toEqual({
      origin: 'compiled',
      table: { schema: 'app', name: 'people' },
      expectRows: 1,
      returns: ['id', 'name', 'seen'],
      query: {
        sql:
          'INSERT INTO "app"."people" ("id", "name", "seen") ' +
          `VALUES ($1, $2, CAST($3 AS timestamp) AT TIME ZONE 'UTC') RETURNING "id", "name", "seen"`,
        parameters: [7, 'Ada', '2026-01-02 02:04:05'],
      },
    })
    expect(implicitUpdate(postgres, people, ada).query).toEqual({
      sql:
        `UPDATE "app"."people" SET "name" = $1, "seen" = CAST($2 AS timestamp) AT TIME ZONE 'UTC'` +
        ' WHERE "id" = CAST($3 AS bigint)',
      parameters: ['Ada', '2026-01-02 02:04:05', 7],
    })
    expect(implicitDelete(postgres, people, ada)).toEqual({
      origin: 'compiled',
      table: { schema: 'app', name: 'people' },
      expectRows: 1,
      query: {
        sql: 'DELETE FROM "app"."people" WHERE "id" = CAST($1 AS bigint)',
        parameters: [7],
      },
    })
    expect(implicitRow(postgres, people, ada)).toEqual({
      sql: 'SELECT "id", "name", "seen" FROM "app"."people" WHERE "id" = CAST($1 AS bigint)',
      parameters: [7],
    })
  })

  test('h2 selects the row out of the change', () => {
    expect(implicitInsert(h2, people, writeValues({ name: 'Ada' })).query).toEqual({
      sql:
        'SELECT "id", "name", "seen" FROM FINAL TABLE ' +
        '(INSERT INTO "app"."people" ("name") VALUES ($1))',
      parameters: ['Ada'],
    })
  })

  test('mysql is asked for the row by its key, given by the caller or by the server', () => {
    const plain = writeTarget(
      { schema: '', name: 'people' },
      writeColumn('id', 'type/BigInteger', 'bigint'),
      name,
    )
    const insert = (values: Record<string, Json>) =>
      implicitInsert(mysql, plain, writeValues(values))
    expect(insert({ name: 'Ada' })).toMatchObject({
      query: { sql: 'INSERT INTO `people` (`name`) VALUES (?)', parameters: ['Ada'] },
      readBack: {
        sql: 'SELECT `id`, `name` FROM `people` WHERE `id` = LAST_INSERT_ID()',
        parameters: [],
      },
    })
    expect(insert({ id: '9007199254740993', name: null })).toMatchObject({
      query: { parameters: ['9007199254740993', null] },
      readBack: {
        sql: 'SELECT `id`, `name` FROM `people` WHERE `id` = CAST(? AS SIGNED)',
        parameters: ['9007199254740993'],
      },
    })
  })
})

test('mysql is not asked for a row whose key only the server knows', () => {
  // A text that is compared with a number is 0 there: it would answer any row.
  const tokens = writeTarget({ schema: '', name: 'tokens' }, writeColumn('id'), name)
  const insert = (values: Record<string, Json>) =>
    implicitInsert(mysql, tokens, writeValues(values)).readBack
  expect(insert({ name: 'Ada' })).toBeUndefined()
  expect(insert({ id: 'a', name: 'Ada' })).toMatchObject({ parameters: ['a'] })
})

describe.each([...dialects])('%s', (_, dialect) => {
  const hostile = `x"'\`; drop table people -- $1 ? \\ {{x}}`

  test('names are quoted and values bound, whatever they hold', () => {
    const odd = writeColumn(hostile)
    const target = writeTarget({ schema: hostile, name: hostile }, odd, name)
    const values = writeValues({ [hostile]: hostile, name: hostile })
    for (const build of [implicitInsert, implicitUpdate, implicitDelete]) {
      const { query } = build(dialect, target, values)
      expect(query.parameters.every((value) => value === hostile)).toBe(true)
      const [open = ''] = dialect.quote('')
      const rest = query.sql
        .replaceAll(dialect.quote(hostile), 'N')
        .replaceAll(dialect.quote('name'), 'N')
      expect(rest).not.toContain(open)
      expect(rest).not.toContain('drop')
    }
  })

  test('refusals name the parameter', () => {
    for (const values of [writeValues({ name: 'Ada' }), writeValues({ id: true, name: 'Ada' })])
      for (const build of [implicitUpdate, implicitDelete, implicitRow])
        expect(() => build(dialect, people, values)).toThrow(
          invalid('parameters.id', 'This says which row is meant: it is needed.'),
        )
    const keyAlone = writeValues({ id: 1 })
    expect(() => implicitUpdate(dialect, people, keyAlone)).toThrow(/nothing to write/)
    expect(() => implicitInsert(dialect, people, writeValues({}))).toThrow(/nothing to write/)
  })
})
