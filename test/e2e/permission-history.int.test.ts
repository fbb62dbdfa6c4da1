import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter, type Person } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let ada: Person
let analysts: number
let tableId: number

const graph = async () => (await admin.get('/api/permissions/graph')).body

const revise = async (schemas: unknown, comment?: string, native = 'none') => {
  const { revision } = await graph()
  const groups = { [analysts]: { 1: { data: { schemas, native } } } }
  const answer = await admin.put('/api/permissions/graph', { revision, groups, comment })
  expect(answer.status).toBe(200)
  return answer.body.revision as number
}

const explain = async (query: string) =>
  (await admin.get(`/api/permissions/explain?user_id=${ada.id}&${query}`)).body

/** The sample database is closed to everybody but those who are let in. */
beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await admin.synced(1)
  await quiet(app)
  const { body: tables } = await admin.get('/api/database/1/schema/public')
  tableId = tables.find(({ name }: { name: string }) => name === 'orders').id
  ada = await createPerson(admin, { first_name: 'Ada', last_name: 'Lovelace' })
  const group = await admin.post('/api/permissions/group', { name: '=Analysts()' })
  analysts = group.body.id
  await admin.post('/api/permissions/membership', { group_id: analysts, user_id: ada.id })
  const closed = { 1: { 1: { data: { schemas: 'none' } } } }
  await admin.put('/api/permissions/graph', { revision: 0, groups: closed, comment: 'closed' })
  await revise({ public: { [tableId]: 'read' } }, 'first look')
  await revise({ public: 'all' }, 'quarterly review')
  await revise('none')
}, 60_000)

afterAll(() => app?.stop())

describe('history', () => {
  test('tells every revision, newest first, with who, when, why and what', async () => {
    const { status, body, headers } = await admin.get('/api/permissions/graph/history')
    expect(status).toBe(200)
    expect(headers.get('x-total-count')).toBe('4')
    expect(body.map((it: { revision: number }) => it.revision)).toEqual([4, 3, 2, 1])
    expect(body[1]).toMatchObject({
      comment: 'quarterly review',
      reverted_to: null,
      actor: { kind: 'user', id: 1 },
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      request_id: expect.any(String),
    })
    expect(body[1].changes).toEqual([
      {
        group_id: analysts,
        group: '=Analysts()',
        database_id: 1,
        database: 'Sample Database',
        right: 'data',
        schema: 'public',
        table_id: tableId,
        table: 'orders',
        from: 'read',
        to: null,
      },
      expect.objectContaining({ right: 'data', schema: 'public', from: null, to: 'all' }),
    ])
  })

  test('is found by group, database, actor and time, and comes in pages', async () => {
    const revisions = async (query: string) => {
      const { status, body } = await admin.get(`/api/permissions/graph/history?${query}`)
      expect(status).toBe(200)
      return body.map((it: { revision: number }) => it.revision)
    }
    expect(await revisions(`group_id=${analysts}`)).toEqual([4, 3, 2])
    expect(await revisions('group_id=1')).toEqual([1])
    expect(await revisions('group_id=999')).toEqual([])
    expect(await revisions('database_id=1&limit=2&offset=1')).toEqual([3, 2])
    expect(await revisions('actor_id=1&limit=1')).toEqual([4])
    expect(await revisions(`actor_id=${ada.id}`)).toEqual([])
    expect(await revisions('from=2&to=3')).toEqual([3, 2])
    expect(await revisions('from=2000-01-01&to=2100-01-01')).toEqual([4, 3, 2, 1])
    expect(await revisions('to=2000-01-01')).toEqual([])
    const { body } = await admin.get('/api/permissions/graph/history?from=3&to=3')
    expect(await revisions(`from=${body[0].at}&to=${body[0].at}`)).toContain(3)
  })

  test('refuses filters that mean nothing', async () => {
    const paths = ['from=soon', 'from=99', 'group_id=x', 'limit=-1', 'from=1&from=2']
    for (const query of paths)
      expectRefusal(await admin.get(`/api/permissions/graph/history?${query}`), 400, 'validation')
  })

  test('says which end of it is not there', async () => {
    const missing = 'There is no revision 1000; the newest is '
    const said = async (query: string) => {
      const answer = await admin.get(`/api/permissions/graph/${query}`)
      expectRefusal(answer, 400, 'validation')
      return answer.body.errors
    }
    for (const path of ['history', 'diff']) {
      const from = await said(`${path}?from=1000`)
      expect(from).toEqual({ from: expect.stringContaining(missing) })
      const to = await said(`${path}?from=0&to=1000`)
      expect(to).toEqual({ to: expect.stringContaining(missing) })
    }
  })
})

describe('diff', () => {
  const diff = (query: string) => admin.get(`/api/permissions/graph/diff?${query}`)

  test('has the cells that differ, and who changed each last', async () => {
    const { body } = await diff('from=2&to=3')
    expect(body).toMatchObject({ from: { revision: 2 }, to: { revision: 3 } })
    expect(body.changes).toHaveLength(2)
    expect(body.changes[1]).toMatchObject({
      schema: 'public',
      from: null,
      to: 'all',
      last_changed: { revision: 3, comment: 'quarterly review', actor: { id: 1 } },
    })
  })

  test('goes backwards as well, and up to now', async () => {
    const there = (await diff('from=1&to=3')).body.changes
    const back = (await diff('from=3&to=1')).body.changes
    type Cell = { from: string; to: string }
    expect(back.map(({ from, to }: Cell) => [to, from])).toEqual(
      there.map(({ from, to }: Cell) => [from, to]),
    )
    expect((await diff('from=4')).body.changes).toEqual([])
    expectRefusal(await diff('to=4'), 400, 'validation')
    expectRefusal(await diff('from=9'), 400, 'validation')
  })
})

describe('explain', () => {
  test('says why, as of any moment, and what enforcement does agrees', async () => {
    const now = await explain(`table_id=${tableId}`)
    expect(now).toMatchObject({ allowed: false, level: 'none', because: null, partly: false })
    expect(now.sentence).toContain('Ada Lovelace may not query table orders: none of their groups')
    const then = await explain(`table_id=${tableId}&as_of=3`)
    expect(then).toMatchObject({
      allowed: true,
      level: 'all',
      as_of: { revision: 3 },
      user: { id: ada.id, name: 'Ada Lovelace' },
      resource: { kind: 'data', database_id: 1, schema: 'public', table_id: tableId },
      because: {
        through: 'group',
        group_id: analysts,
        on: 'schema',
        granted: { revision: 3, comment: 'quarterly review', actor: { id: 1 } },
        member_since: { event: 'GroupMemberAdded', actor: { id: 1 } },
      },
    })
    expect(then.sentence).toMatch(
      /^Ada Lovelace may query table orders because of group =Analysts\(\) \(joined .* by .*\), which has all on schema public since revision 3 \(by .*, 'quarterly review'\)\.$/,
    )
    const person = await enter(app, ada)
    expect((await person.get(`/api/table/${tableId}`)).status).toBe(403)
    await revise({ public: 'all' })
    expect((await person.get(`/api/table/${tableId}`)).status).toBe(200)
    expect((await explain(`table_id=${tableId}`)).allowed).toBe(true)
    await revise('none')
  })

  test('speaks of databases, schemas, SQL and collections', async () => {
    expect((await explain('database_id=1&as_of=3')).partly).toBe(true)
    expect((await explain('database_id=1&schema=public&as_of=3')).allowed).toBe(true)
    expect((await explain('database_id=1&schema=private&as_of=3')).allowed).toBe(false)
    expect((await explain('database_id=1&native=true&as_of=3')).allowed).toBe(false)
    expect((await explain('database_id=1&as_of=0')).because.group).toBe('All Users')
    const root = await explain('collection_id=root')
    expect(root).toMatchObject({ allowed: true, level: 'write', resource: { kind: 'collection' } })
  })

  test('an admin may everything, and a deactivated account nothing', async () => {
    const admins = await admin.get(`/api/permissions/explain?user_id=1&table_id=${tableId}`)
    expect(admins.body.because.through).toBe('administrators')
    const gone = await createPerson(admin, { first_name: 'Gone' })
    await admin.delete(`/api/user/${gone.id}`)
    const query = `user_id=${gone.id}&collection_id=root`
    const { body } = await admin.get(`/api/permissions/explain?${query}`)
    expect(body).toMatchObject({ allowed: false, deactivated: { actor: { id: 1 } } })
    expect(body.sentence).toContain('the account was deactivated')
    const earlier = `/api/permissions/explain?user_id=${gone.id}&database_id=1&as_of=1`
    // They were not there yet.
    expectRefusal(await admin.get(earlier), 404, 'not-found')
  })

  test('refuses what names nothing, or more than one thing', async () => {
    const ask = (query: string) => admin.get(`/api/permissions/explain?${query}`)
    const bad = [
      'user_id=1',
      'table_id=1',
      'user_id=1&native=true',
      'user_id=1&schema=public',
      'user_id=1&database_id=1&collection_id=1',
      'user_id=1&database_id=1&native=true&schema=public',
      `user_id=1&table_id=${tableId}&database_id=2`,
      `user_id=1&table_id=${tableId}&database_id=1&schema=private`,
      'user_id=1&database_id=1&as_of=yesterday',
      'user_id=1&database_id=1&as_of=1000',
    ]
    for (const query of bad) expectRefusal(await ask(query), 400, 'validation')
    const missing = [
      'user_id=999&database_id=1',
      'user_id=1&database_id=9',
      'user_id=1&table_id=99',
    ]
    for (const query of [...missing, 'user_id=1&collection_id=99'])
      expectRefusal(await ask(query), 404, 'not-found')
  })
})

describe('who can', () => {
  test('names people and groups, as of any moment', async () => {
    const { body } = await admin.get(`/api/permissions/who-can?table_id=${tableId}&as_of=3`)
    expect(body.users.map(({ id }: { id: number }) => id)).toEqual([1, ada.id])
    expect(body.users[1]).toMatchObject({ name: 'Ada Lovelace', level: 'all', ways: 1 })
    expect(body.groups).toMatchObject([
      { name: 'Administrators', members: 1 },
      { name: '=Analysts()', members: 1, granted: { revision: 3 } },
    ])
    expect(body.sentence).toMatch(/^2 people may query table orders, through Administrators \(1\)/)
  })

  test('tells who may use a part only', async () => {
    const { body } = await admin.get('/api/permissions/who-can?database_id=1&as_of=3')
    expect(body.total).toBe(1)
    const groups = [{ id: analysts, name: '=Analysts()' }]
    expect(body.partly).toEqual({
      total: 1,
      users: [{ id: ada.id, name: 'Ada Lovelace', groups }],
    })
    expect(body.sentence).toContain('; 1 more may query parts of it, through =Analysts() (1).')
    expect((await explain('database_id=1&as_of=3')).partly).toBe(true)
  })

  test('at a level, and in pages', async () => {
    const ask = async (query: string) => {
      const { body, headers } = await admin.get(`/api/permissions/who-can?${query}`)
      return { ids: body.users.map(({ id }: { id: number }) => id), total: body.total, headers }
    }
    const read = await ask(`table_id=${tableId}&as_of=2&level=read`)
    expect(read.ids).toEqual([1, ada.id])
    expect((await ask(`table_id=${tableId}&as_of=2&level=write`)).ids).toEqual([1])
    const second = await ask('collection_id=root&limit=1&offset=1')
    expect(second.ids).toEqual([ada.id])
    expect(second.headers.get('x-total-count')).toBe(String(second.total))
    expectRefusal(await admin.get('/api/permissions/who-can?database_id=1&level=none'), 400)
  })
})

describe('report', () => {
  type Row = Record<string, string | number | null>
  const rows = async (query: string): Promise<Row[]> => {
    const { status, body } = await admin.get(`/api/permissions/report?${query}`)
    expect(status).toBe(200)
    return body
  }

  test('has a row for each grant of each group of each user', async () => {
    const all = await rows('as_of=3')
    expect(
      all.filter(({ user_id, resource }) => user_id === ada.id && resource === 'data'),
    ).toEqual([
      expect.objectContaining({
        user: 'Ada Lovelace',
        email: ada.email,
        database: 'Sample Database',
        schema: 'public',
        table: null,
        level: 'all',
        through: 'group',
        group: '=Analysts()',
        revision: 3,
        comment: 'quarterly review',
      }),
    ])
    expect(all.filter(({ user_id, resource }) => user_id === 1 && resource === 'native')).toEqual([
      expect.objectContaining({ level: 'write', through: 'administrators' }),
    ])
    expect(await rows(`group_id=${analysts}`)).toEqual([])
    expect(await rows(`group_id=${analysts}&as_of=2`)).toMatchObject([
      { table_id: tableId, table: 'orders', level: 'read', revision: 2 },
    ])
  })

  test('tells of what nobody gave why it is there, and since when it can be', async () => {
    const later = await admin.post('/api/collection', { name: 'Created later' })
    const rowsOf = await rows('')
    const rowOf = (collectionId: number | 'root', through: string, userId = 1) =>
      rowsOf.find(
        (row) =>
          row.collection_id === collectionId && row.through === through && row.user_id === userId,
      )
    const created = (await admin.get(`/api/audit/export`)).body
    const line = String(created)
      .split('\n')
      .find((it) => it.includes('"Created later"'))
    expect(rowOf(later.body.id, 'administrators')).toMatchObject({
      since: JSON.parse(line ?? '').event.recordedAt,
      granted_at: null,
      granted_by: '(being an admin)',
    })
    expect(rowOf('root', 'group', ada.id)).toMatchObject({ granted_by: '(from the beginning)' })
    const owned = rowsOf.filter(({ through }) => through === 'owner')
    expect(owned.map((row) => row.granted_by)).toContain('(being the owner)')
  })

  test('comes as CSV and XLSX, and no name is a formula in it', async () => {
    const csv = await admin.get(`/api/permissions/report?group_id=${analysts}&as_of=3&format=csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv')
    expect(csv.headers.get('content-disposition')).toMatch(/access_review_[^:]*\.csv"$/)
    const [head, row] = String(csv.body).split('\n')
    expect(head).toMatch(/^user_id,user,email,resource,database_id,database,schema,table_id,/)
    expect(row).toContain(",'=Analysts(),")
    const xlsx = await admin.get('/api/permissions/report?format=xlsx')
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml')
    expect(String(xlsx.body).startsWith('PK')).toBe(true)
  })

  test('is only for groups there are', async () => {
    expectRefusal(await admin.get('/api/permissions/report?group_id=99'), 404, 'not-found')
    expectRefusal(await admin.get('/api/permissions/report?format=pdf'), 400, 'validation')
  })
})

describe('revert', () => {
  const revert = (body: object, query = '') =>
    admin.post(`/api/permissions/graph/revert${query}`, body)

  test('is told beforehand, and is a revision of its own', async () => {
    const { revision } = await graph()
    const trial = await revert({ to_revision: 3, revision }, '?dry_run=true')
    expect(trial.body).toMatchObject({ dry_run: true, revision })
    expect(trial.body.gains).toMatchObject([{ user_ids: [ada.id], schema: 'public', to: 'all' }])
    expect(trial.body.losses).toEqual([])
    expect((await graph()).revision).toBe(revision)

    const { status, body } = await revert({ to_revision: 3, revision, comment: 'as it was' })
    expect(status).toBe(200)
    expect(body.revision).toBe(revision + 1)
    const { body: then } = await admin.get('/api/permissions/graph?as_of=3')
    expect(body.groups).toEqual(then.groups)
    expect(await graph()).toEqual(body)
    expect((await explain(`table_id=${tableId}`)).allowed).toBe(true)
    const { body: history } = await admin.get('/api/permissions/graph/history?limit=1')
    expect(history[0]).toMatchObject({ reverted_to: 3, comment: 'as it was' })
  })

  test('leaves out what is gone', async () => {
    const { body: group } = await admin.post('/api/permissions/group', { name: 'Short-lived' })
    const { revision } = await graph()
    const groups = { [group.id]: { 1: { data: { schemas: 'all' } } } }
    await admin.put('/api/permissions/graph', { revision, groups })
    await admin.delete(`/api/permissions/group/${group.id}`)
    const { status, body } = await revert({ to_revision: revision + 1, revision: revision + 1 })
    expect(status).toBe(200)
    expect(body.groups[group.id]).toBeUndefined()
    const { body: history } = await admin.get('/api/permissions/graph/history?limit=1')
    expect(history[0]).toMatchObject({ reverted_to: revision + 1, changes: [] })
  })

  test('is refused to whoever does not know the graph as it is', async () => {
    const { revision } = await graph()
    for (const known of [revision - 1, revision + 1, -1]) {
      const answer = await revert({ to_revision: 1, revision: known })
      expectRefusal(answer, 409, 'stale-revision')
      expect(answer.body.revision).toBe(revision)
    }
    expectRefusal(await revert({ to_revision: revision + 1, revision }), 400, 'validation')
    expectRefusal(await revert({ to_revision: -1, revision }), 400, 'validation')
    expectRefusal(await revert({ to_revision: 1 }), 400, 'validation')
    expect((await graph()).revision).toBe(revision)
  })

  test('of those who try at once, one wins', async () => {
    const { revision } = await graph()
    const answers = await Promise.all(
      [1, 2, 3].map((to_revision) => revert({ to_revision, revision })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await graph()).revision).toBe(revision + 1)
  })
})

describe('a dry run of a change of members or groups', () => {
  let groupId: number
  let membershipId: number
  let bob: Person

  beforeAll(async () => {
    bob = await createPerson(admin, { first_name: 'Bob' })
    const group = await admin.post('/api/permissions/group', { name: 'Auditors' })
    groupId = group.body.id
    const body = { group_id: groupId, user_id: ada.id }
    const members = await admin.post('/api/permissions/membership', body)
    membershipId = members.body[0].membership_id
    const { revision } = await graph()
    const groups = {
      1: { 1: { data: { schemas: 'none', native: 'none' } } },
      [analysts]: { 1: { data: { schemas: 'none' } } },
      [groupId]: { 1: { data: { schemas: 'all', native: 'write' } } },
    }
    expect((await admin.put('/api/permissions/graph', { revision, groups })).status).toBe(200)
  })

  /** Whatever is tried, nothing comes of it. */
  const tried = async (call: () => ReturnType<Caller['get']>) => {
    const head = await app.service.adapters.eventStore.head()
    const answer = await call()
    expect(await app.service.adapters.eventStore.head()).toBe(head)
    return answer
  }
  const shifts = (user: Person, from: string[], to: string[]) =>
    ['data', 'native'].map((right, index) =>
      expect.objectContaining({
        right,
        user_ids: [user.id],
        database_id: 1,
        from: from[index],
        to: to[index],
      }),
    )

  const opened = (collection_id: number | 'root', user: Person, to: string) => ({
    user_ids: [user.id],
    right: 'collection',
    collection_id,
    from: 'none',
    to,
  })
  /** Ids of their personal collections, ascending. */
  const personalOfOthers = async ({ id }: Person): Promise<number[]> => {
    const { body } = await admin.get('/api/collection?personal-only=true')
    const others = body.filter(
      ({ personal_owner_id: owner }: { personal_owner_id: unknown }) =>
        typeof owner === 'number' && owner !== id,
    )
    return others.map((it: { id: number }) => it.id).sort((a: number, b: number) => a - b)
  }

  test('tells who would gain what by joining', async () => {
    const body = { group_id: groupId, user_id: bob.id }
    const { status, body: trial } = await tried(() =>
      admin.post('/api/permissions/membership?dry_run=true', body),
    )
    expect(status).toBe(200)
    expect(trial).toEqual({
      dry_run: true,
      gains: shifts(bob, ['none', 'none'], ['all', 'write']),
      losses: [],
    })
    const toAdmins = { group_id: 2, user_id: bob.id }
    const admins = await tried(() =>
      admin.post('/api/permissions/membership?dry_run=true', toAdmins),
    )
    expect(admins.body.gains).toEqual([
      ...shifts(bob, ['none', 'none'], ['all', 'write']),
      ...(await personalOfOthers(bob)).map((id) => opened(id, bob, 'write')),
    ])
  })

  test('tells what deactivation would take, and ends no session', async () => {
    const session = await enter(app, ada)
    const path = `/api/user/${ada.id}`
    const { status, body } = await tried(() => admin.delete(`${path}?dry_run=true`))
    expect(status).toBe(200)
    const { personal_collection_id: own } = (await session.get('/api/user/current')).body
    expect(body).toMatchObject({ dry_run: true, gains: [] })
    expect(body.losses.slice(0, 2)).toEqual(shifts(ada, ['all', 'write'], ['none', 'none']))
    expect(body.losses).toContainEqual({ ...opened(own, ada, 'write'), from: 'write', to: 'none' })
    expect((await session.get('/api/user/current')).status).toBe(200)
    expectRefusal(await tried(() => admin.delete('/api/user/999?dry_run=true')), 404, 'not-found')

    const leaver = await createPerson(admin, { password: null })
    const back = () => admin.put(`/api/user/${leaver.id}/reactivate?dry_run=true`)
    expectRefusal(await tried(back), 400, 'validation')
    await admin.delete(`/api/user/${leaver.id}`)
    const returned = await tried(back)
    expect(returned.body.gains).toContainEqual(opened('root', leaver, 'write'))
    expectRefusal(await tried(() => admin.delete(`${path}?dry_run=maybe`)), 400, 'validation')
  })

  test.each([
    [
      'removing a member',
      () => admin.delete(`/api/permissions/membership/${membershipId}?dry_run=true`),
    ],
    [
      'clearing a group',
      () => admin.put(`/api/permissions/membership/${groupId}/clear?dry_run=true`),
    ],
    ['deleting a group', () => admin.delete(`/api/permissions/group/${groupId}?dry_run=true`)],
  ])('tells who would lose what by %s', async (_, call) => {
    const { status, body } = await tried(call)
    expect(status).toBe(200)
    expect(body).toEqual({
      dry_run: true,
      gains: [],
      losses: shifts(ada, ['all', 'write'], ['none', 'none']),
    })
  })

  test('tells who would gain and lose what by being in other groups', async () => {
    const move = (user: Person, body: object) => () =>
      admin.put(`/api/user/${user.id}?dry_run=true`, body)
    const joins = await tried(move(bob, { group_ids: [1, groupId], first_name: 'Robert' }))
    expect(joins.body.gains).toEqual(shifts(bob, ['none', 'none'], ['all', 'write']))
    const leaves = await tried(move(ada, { group_ids: [1] }))
    expect(leaves.body.losses).toEqual(shifts(ada, ['all', 'write'], ['none', 'none']))
    const rises = await tried(move(bob, { is_superuser: true }))
    expect(rises.body.gains.slice(0, 2)).toEqual(shifts(bob, ['none', 'none'], ['all', 'write']))
    const theirs = (await personalOfOthers(bob)).map((id) => opened(id, bob, 'write'))
    expect(rises.body.gains).toEqual(expect.arrayContaining(theirs))
    const moved = await tried(move(ada, { group_ids: [1, analysts, groupId] }))
    expect(moved.body).toEqual({ dry_run: true, gains: [], losses: [] })
    expectRefusal(await tried(move(bob, { group_ids: [1, 999] })), 400, 'validation')
  })

  test('is refused for the reasons the change itself would be', async () => {
    const twice = { group_id: groupId, user_id: ada.id }
    const stays = { group_id: 1, user_id: bob.id }
    const post = (body: object) => () =>
      admin.post('/api/permissions/membership?dry_run=true', body)
    const real = await admin.post('/api/permissions/membership', twice)
    expect((await tried(post(twice))).status).toBe(real.status)
    expectRefusal(await tried(post(stays)), 400, 'validation')
    const last = () => admin.put('/api/permissions/membership/2/clear?dry_run=true')
    expectRefusal(await tried(last), 400, 'validation')
    const gone = () => admin.delete('/api/permissions/group/999?dry_run=true')
    expectRefusal(await tried(gone), 404, 'not-found')
  })

  test('of what has none is refused, and nothing happens', async () => {
    const path = `/api/permissions/membership/${membershipId}?dry_run=true`
    const answer = await tried(() => admin.put(path, { is_group_manager: true }))
    expectRefusal(answer, 400, 'validation')
    expect(answer.body.errors).toEqual({ dry_run: 'this has no dry run' })
  })

  test('and the change itself does what it said', async () => {
    expect((await admin.delete(`/api/permissions/group/${groupId}`)).status).toBe(204)
    expect((await explain('database_id=1')).allowed).toBe(false)
  })
})

describe('collections', () => {
  const reviseCollections = async (revision: number, groups: object, comment: string) => {
    const answer = await admin.put('/api/collection/graph', { revision, groups, comment })
    expect(answer.status).toBe(200)
  }

  let eve: Person
  let readers: number
  /** The revision before all of these. */
  let first: number

  beforeAll(async () => {
    first = (await admin.get('/api/collection/graph')).body.revision
    eve = await createPerson(admin, { first_name: 'Eve' })
    readers = (await admin.post('/api/permissions/group', { name: 'Readers' })).body.id
    await admin.post('/api/permissions/membership', { group_id: readers, user_id: eve.id })
  })

  const explainRoot = async (query = '') => {
    const path = `/api/permissions/explain?user_id=${eve.id}&collection_id=root${query}`
    return (await admin.get(path)).body
  }

  test('count revisions of their own, and so does what is asked about them', async () => {
    await reviseCollections(first, { [readers]: { root: 'read' } }, 'to look')
    await reviseCollections(first + 1, { 1: { root: 'none' } }, 'not everybody')
    await reviseCollections(first + 2, { [readers]: { root: 'none' } }, 'nobody')
    const asOf = (later: number) => explainRoot(`&as_of=${first + later}`)
    expect(await asOf(0)).toMatchObject({ level: 'write', as_of: { revision: first } })
    expect(await asOf(2)).toMatchObject({
      level: 'read',
      as_of: { revision: first + 2 },
      because: { group_id: readers, granted: { revision: first + 1, comment: 'to look' } },
    })
    const now = await explainRoot()
    expect(now.as_of.revision).toBe(first + 3)
    expect(now.paths.map((path: { taken_away: unknown }) => path.taken_away)).toMatchObject([
      { revision: first + 2, comment: 'not everybody' },
      { revision: first + 3, comment: 'nobody' },
    ])
    expectRefusal(
      await admin.get(`/api/permissions/explain?user_id=1&collection_id=root&as_of=${first + 4}`),
      400,
      'validation',
    )
    const then = await admin.get(`/api/permissions/who-can?collection_id=root&as_of=${first + 2}`)
    expect(then.body.as_of.revision).toBe(first + 2)
    expect(then.body.users.map(({ id }: { id: number }) => id)).toContain(eve.id)
  })

  test('tell their revisions, found in the same ways', async () => {
    const history = async (query: string) =>
      (await admin.get(`/api/collection/graph/history?${query}`)).body
    const revisions = async (query: string) =>
      (await history(query)).map((it: { revision: number }) => it.revision - first)
    expect(await revisions('limit=3')).toEqual([3, 2, 1])
    expect((await history(''))[1]).toMatchObject({
      comment: 'not everybody',
      actor: { kind: 'user', id: 1 },
      reverted_to: null,
      changes: [
        {
          group_id: 1,
          group: 'All Users',
          collection_id: 'root',
          collection: 'the root collection',
          from: 'write',
          to: 'none',
        },
      ],
    })
    expect(await revisions(`group_id=${readers}&limit=1`)).toEqual([3])
    expect(await revisions(`collection_id=root&from=${first + 2}&to=${first + 2}`)).toEqual([2])
    expect(await revisions('collection_id=999')).toEqual([])
    expect(await revisions(`actor_id=${eve.id}`)).toEqual([])
    for (const query of [`from=${first + 4}`, 'collection_id=x'])
      expectRefusal(await admin.get(`/api/collection/graph/history?${query}`), 400, 'validation')
  })

  test('and cards, which are seen by whoever sees their collection', async () => {
    const inside = async (name: string, level: string) => {
      const { body } = await admin.post('/api/collection', { name })
      const { revision } = (await admin.get('/api/collection/graph')).body
      await reviseCollections(revision, { [readers]: { [body.id]: level } }, `${name} for readers`)
      return body.id as number
    }
    const open = await inside('Open', 'read')
    const shut = await inside('Shut', 'none')
    const saved = await admin.post('/api/card', {
      name: 'Revenue',
      display: 'table',
      visualization_settings: {},
      collection_id: open,
      dataset_query: { database: 1, type: 'native', native: { query: 'select 1' } },
    })
    expect(saved.status).toBe(200)
    const card = saved.body.id
    const ask = async (query: string) =>
      (await admin.get(`/api/permissions/explain?user_id=${eve.id}&card_id=${card}${query}`)).body
    const before = await ask('')
    expect(before).toMatchObject({
      allowed: true,
      level: 'read',
      because: { group_id: readers, granted: { comment: 'Open for readers' } },
      resource: {
        kind: 'collection',
        collection_id: open,
        card: { id: card, name: 'Revenue', in_collection_since: { actor: { id: 1 } } },
      },
    })
    expect(before.sentence).toMatch(/^Revenue is in collection Open since .+ \(by .+\)\. Eve/)
    const who = async () => (await admin.get(`/api/permissions/who-can?card_id=${card}`)).body
    expect((await who()).users.map(({ id }: { id: number }) => id)).toContain(eve.id)

    const moment = before.resource.card.in_collection_since.at
    await admin.put(`/api/card/${card}`, { collection_id: shut })
    expect(await ask('')).toMatchObject({ allowed: false, resource: { collection_id: shut } })
    expect((await who()).users.map(({ id }: { id: number }) => id)).not.toContain(eve.id)
    expect(await ask(`&as_of=${moment}`)).toMatchObject({
      allowed: true,
      resource: { collection_id: open },
    })
    const refused = (query: string) => admin.get(`/api/permissions/explain?user_id=1&${query}`)
    expectRefusal(await refused('card_id=999'), 404, 'not-found')
    expectRefusal(await refused(`card_id=${card}&as_of=2020-01-01`), 404, 'not-found')
    expectRefusal(await refused(`card_id=${card}&collection_id=1`), 400, 'validation')

    const { body: made } = await admin.post('/api/dashboard', {
      name: 'Board',
      collection_id: open,
    })
    const board = `user_id=${eve.id}&dashboard_id=${made.id}`
    const explained = (await admin.get(`/api/permissions/explain?${board}`)).body
    expect(explained).toMatchObject({
      allowed: true,
      resource: { collection_id: open, dashboard: { id: made.id, name: 'Board' } },
    })
    expect(explained.sentence).toMatch(/^Board is in collection Open since/)
    expectRefusal(await refused(`card_id=${card}&dashboard_id=${made.id}`), 400, 'validation')
    expectRefusal(await refused('dashboard_id=999'), 404, 'not-found')
  })
})
