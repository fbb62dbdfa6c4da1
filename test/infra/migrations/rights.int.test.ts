import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type DatabaseRole, databaseRoles } from '../../../infra/database/logins.ts'
import { grantAccess } from '../../../infra/migrations/grants.ts'
import {
  functionRights,
  idRights,
  logRights,
  type RightsByRole,
  sideRights,
} from '../../../infra/migrations/rights.ts'
import { findBuilds } from '../../../infra/read-models/builds.ts'
import { schemaOf } from '../../../infra/read-models/ddl.ts'
import { postgresResetTokens } from '../../../infra/security/reset-tokens.ts'
import { type LoggedIn, logIn } from '../../support/logins.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { sqlEvents } from '../../support/postgres-log.ts'
import { emptyReadModels } from '../../support/read-models.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let on: LoggedIn

beforeAll(async () => {
  database = await migratedDatabase()
  on = await logIn(database)
  await grantAccess(database.pool, on.logins)
  await emptyReadModels(on.as.projector)
})
afterAll(async () => {
  await on.drop()
  await database.drop()
})

const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(sql, values)).rows

const privileges = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']

/** `role privilege schema.table`, and of a part of the columns `… (column)`, as the server has them. */
const heldOn = async (schemas: readonly string[]): Promise<string[]> => {
  const held = await rows<{ line: string }>(
    `select format('%s %s %I.%I%s', r.role, p.privilege, n.nspname, c.relname,
                   case when whole then '' else
                     (select format(' (%s)', string_agg(a.attname, ', ' order by a.attname))
                        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
                         and has_column_privilege(r.login, c.oid, a.attnum, p.privilege)) end) as line
       from unnest($1::text[], $2::text[]) as r(role, login)
      cross join unnest($3::text[]) as p(privilege)
      cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (select has_table_privilege(r.login, c.oid, p.privilege) as whole) w
      where n.nspname = any($4) and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and (whole or case when p.privilege in ('select', 'insert', 'update', 'references')
                           then has_any_column_privilege(r.login, c.oid, p.privilege) end)`,
    [databaseRoles, databaseRoles.map((role) => on.logins[role]), privileges, schemas],
  )
  return held.map(({ line }) => line).sort()
}

const said = (schema: string, table: string, rights: RightsByRole): string[] =>
  Object.entries(rights).flatMap(([role, text]) =>
    [...text.matchAll(/(\w+)(?: \(([^)]+)\))?(?:, )?/g)].map(([, privilege, columns]) => {
      const some = columns ? ` (${columns.split(', ').sort().join(', ')})` : ''
      return `${role} ${privilege} ${schema}.${table}${some}`
    }),
  )

const saidOf = (schema: string, table: Readonly<Record<string, RightsByRole>>): string[] =>
  Object.entries(table).flatMap(([name, rights]) => said(schema, name, rights))

test('each role has the rights on the log and the side tables that are said, and no others', async () => {
  expect(await heldOn(['es', 'side'])).toEqual(
    [...saidOf('es', logRights), ...saidOf('side', sideRights)].sort(),
  )
})

test('each role calls the functions and draws the ids that are said, and no others', async () => {
  const called = await rows<{ name: string; role: DatabaseRole }>(
    `select p.oid::regprocedure::text as name, r.role
       from pg_proc p cross join unnest($1::text[], $2::text[]) as r(role, login)
      where p.pronamespace in ('es'::regnamespace, 'side'::regnamespace)
        and p.prorettype <> 'trigger'::regtype and has_function_privilege(r.login, p.oid, 'execute')`,
    [databaseRoles, databaseRoles.map((role) => on.logins[role])],
  )
  const plain = (name: string) => name.replaceAll(' ', '').replaceAll(',', ', ')
  const line = (name: string, role: string) => `${plain(name)} ${role}`
  expect(called.map(({ name, role }) => line(name, role)).sort()).toEqual(
    Object.entries(functionRights)
      .flatMap(([name, roles]) => roles.map((role) => line(name, role)))
      .sort(),
  )
  const drawn = await rows<{ line: string }>(
    `select format('%s %s', r.role, c.relname) as line
       from pg_class c cross join unnest($1::text[], $2::text[]) as r(role, login)
      where c.relkind = 'S' and c.relnamespace in ('es'::regnamespace, 'side'::regnamespace)
        and has_sequence_privilege(r.login, c.oid, 'usage, select, update')`,
    [databaseRoles, databaseRoles.map((role) => on.logins[role])],
  )
  expect(drawn.map((it) => it.line).sort()).toEqual(
    Object.entries(idRights)
      .flatMap(([role, kinds]) => kinds.map((kind) => `${role} ${kind}_ids`))
      .sort(),
  )
})

test('read models are the projector’s; others look at what it shows, strangers at what is shared', async () => {
  const held = await heldOn(['rm', 'rm_public', 'projections'])
  const readers = ['command', 'query', 'worker']
  const of = (schema: string, role: string) =>
    held.filter((line) => line.startsWith(`${role} `) && line.includes(` ${schema}.`))
  const kinds = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ')[1]))
  for (const role of ['query', 'worker']) expect(kinds(of('rm', role))).toEqual(new Set(['select']))
  for (const role of readers) expect(kinds(of('projections', role))).toEqual(new Set(['select']))
  for (const role of ['command', 'worker']) expect(of('rm_public', role)).toEqual([])
  expect(of('rm', 'public')).toEqual([])
  expect(of('projections', 'public')).toEqual([])
  expect(kinds(of('rm_public', 'public'))).toEqual(new Set(['select']))
  const [build] = await findBuilds(database.pool)
  expect(build).toBeDefined()
  for (const role of [...readers, 'public'] as const)
    await expect(
      on.as[role as DatabaseRole].query(`select from ${build && schemaOf(build)}.users`),
    ).rejects.toMatchObject({ code: '42501' })
})

describe('what a role may not do is refused', () => {
  const append = `select es.append('thing-1', -1, '[]')`
  const log = [
    'insert into es.streams values (1, 1)',
    `update es.events set data = '{}'`,
    'delete from es.events',
    'truncate es.events',
    `select nextval('es.position_seq')`,
    'alter table es.events disable trigger append_only',
    'drop function es.append',
    'truncate side.sessions',
    'create table side.more (id integer)',
    'delete from side.migrations',
    'drop table side.vault',
  ]
  const secrets = ['sessions', 'credentials', 'vault', 'reset_tokens', 'idempotency'].map(
    (table) => `select * from side.${table}`,
  )
  const makes = 'create schema of_its_own'
  const readModels = [
    `insert into rm.groups (id, name) values (3, 'Mine')`,
    'delete from rm.users',
    `update projections.builds set position = 0`,
    'create view rm.more as select 1',
    'drop view rm.users',
  ]
  const refused: Record<DatabaseRole | 'app', readonly string[]> = {
    app: log,
    command: [
      ...log,
      makes,
      ...readModels.slice(2),
      'delete from side.key_check',
      'select side.arrange_query_executions(1)',
    ],
    query: [
      ...log,
      ...readModels,
      append,
      makes,
      ...secrets.filter((sql) => !/sessions|vault/.test(sql)),
      `select nextval('side.user_ids')`,
      `insert into side.vault (reference, kind, key_id, nonce, ciphertext) values ('', '', '', '', '')`,
      'delete from side.sessions',
      'update side.sessions set user_id = 1',
      'delete from side.query_executions',
      'select side.arrange_query_executions(1)',
    ],
    projector: [...log, ...secrets, append, 'select * from side.account_mails'],
    worker: [
      ...log,
      ...readModels,
      makes,
      ...secrets.filter((sql) => !sql.includes('vault')),
      `select nextval('side.user_ids')`,
    ],
    public: [
      ...log,
      ...readModels,
      ...secrets,
      append,
      makes,
      'select * from es.events',
      'select * from rm.users',
      'select * from rm.settings',
      'select * from projections.builds',
      'select * from side.person_keys',
      'select * from side.field_values',
      'create temporary table mine (id integer)',
      'select * from rm_public.memberships',
    ],
  }
  test.each(Object.entries(refused))('%s', async (role, statements) => {
    const pool = on.as[role as DatabaseRole | 'app']
    const outcomes = await Promise.all(
      statements.map((sql) =>
        pool.query(sql).then(
          () => `${sql}: done`,
          ({ code }) => `${sql}: ${code}`,
        ),
      ),
    )
    const missing = (sql: string) => (sql.includes('memberships') ? '42P01' : '42501')
    expect(outcomes).toEqual(statements.map((sql) => `${sql}: ${missing(sql)}`))
  })
})

test('the role of commands may look at changes of read models, and not keep them', async () => {
  const client = await on.as.command.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into rm.groups (id, name) values (7, 'Seven') on conflict (id) do update set name = 'x'`,
    )
    await client.query(`update rm.groups t set name = 'Seven of nine' where t.id = 7`)
    const seen = await client.query('select name from rm.groups where id = 7')
    expect(seen.rows).toEqual([{ name: 'Seven of nine' }])
    await expect(client.query('commit')).rejects.toMatchObject({ code: '42501' })
  } finally {
    client.release()
  }
  expect(await rows('select from rm.groups')).toEqual([])
})

test('whoever sends the link of a mail may make its token, also in place of an older one, and read none', async () => {
  const tokens = postgresResetTokens({
    pool: on.as.worker,
    keys: { session: randomBytes(32) },
  })
  const whose = { userId: 1, credentialVersion: 0, emailKey: 'key' }
  for (let nth = 1; nth <= 2; nth++) expect(await tokens.issue(whose, 60)).toMatch(/^[\w-]{43}$/)
  expect(await rows('select user_id from side.reset_tokens')).toEqual([{ user_id: 1 }])
  await expect(tokens.find('x'.repeat(43))).rejects.toMatchObject({ code: '42501' })
  await database.pool.query('delete from side.reset_tokens')
})

test('who is everything at once appends, writes beside the log and builds read models for the projector', async () => {
  const { app, projector } = on.as
  const appended = await app.query('select status from es.append($1, -1, $2)', [
    'thing-1',
    sqlEvents(2),
  ])
  expect(appended.rows).toEqual([{ status: 'ok' }])
  await app.query(`insert into side.credentials (user_id, hash) values (1, 'x')`)
  await app.query('delete from side.credentials')
  await emptyReadModels(app)
  await projector.query(`insert into rm.groups (id, name) values (3, 'New')`)
  const owners = await rows<{ owner: string }>(
    `select distinct pg_get_userbyid(c.relowner)::text as owner from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname ~ '^rm|^projections'`,
  )
  expect(owners).toEqual([{ owner: on.logins.projector }])
  expect((await on.as.query.query('select name from rm.groups')).rows).toEqual([{ name: 'New' }])
  await emptyReadModels(projector)
  expect((await on.as.worker.query('select position from rm.checkpoint')).rows).toHaveLength(1)
})
