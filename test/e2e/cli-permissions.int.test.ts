import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, type Person } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { runCommand } from '../support/terminal.ts'

let app: TestService
let admin: Caller
let ada: Person
let directory: string

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await admin.synced(1)
  await quiet(app)
  ada = await createPerson(admin, { first_name: 'Ada', last_name: 'Lovelace' })
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Analysts' })
  await admin.post('/api/permissions/membership', { group_id: group.id, user_id: ada.id })
  const revise = async (revision: number, groupId: number, schemas: unknown, comment: string) => {
    const groups = { [groupId]: { 1: { data: { schemas } } } }
    const body = { revision, groups, comment }
    expect((await admin.put('/api/permissions/graph', body)).status).toBe(200)
  }
  await revise(0, 1, 'none', 'closed')
  await revise(1, group.id, { public: 'all' }, 'quarterly review')
  await revise(2, group.id, 'none', 'the audit')
  directory = await mkdtemp(join(tmpdir(), 'cli-'))
}, 60_000)

afterAll(async () => {
  await app?.stop()
  if (directory) await rm(directory, { recursive: true, force: true })
})

/** What whoever sits at the terminal was asked, and what they answer. */
const questions: string[] = []
let answer = false

/** Runs `permissions …` against the service's data, as the terminal would. */
const cli = async (...args: readonly string[]) => {
  const folds: bigint[] = []
  const data = { storage: app.storage, adapters: app.service.adapters, serviceRuns: true }
  const outcome = await runCommand(['permissions', ...args], {
    withData: (work) => work(data),
    startProgress: (total) => {
      folds.push(total)
      return { at: () => undefined, stop: () => undefined }
    },
    confirm: async (question) => {
      questions.push(question)
      return answer
    },
  })
  return { ...outcome, text: outcome.out.join('\n'), folds }
}

const json = async (...args: readonly string[]) =>
  JSON.parse((await cli(...args, '--format', 'json')).text)

describe('graph', () => {
  test('shows each cell and who said so', async () => {
    const { text, problems, folds } = await cli('graph', '--as-of', '2')
    expect(problems).toEqual([])
    expect(folds).toHaveLength(1)
    expect(text).toContain('Revision 2. Administrators may do everything.')
    expect(text).toMatch(/All Users +Sample Database +none +revision 1 by .*: closed/)
    expect(text).toMatch(/Analysts +Sample Database \/ public +all +revision 2 by .*: quarterly/)
  })

  test('is the one the API answers', async () => {
    const { body } = await admin.get('/api/permissions/graph?as_of=2')
    expect(await json('graph', '--as-of', '2')).toEqual(body)
    const part = await json('graph', '--group', 'analysts', '--database', 'Sample Database')
    expect(Object.keys(part.groups)).toHaveLength(1)
  })
})

describe('history and diff', () => {
  test('tell what changed, for people and for programs', async () => {
    const { text } = await cli('history', '--group', 'Analysts')
    expect(text).toMatch(/2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .* quarterly review +Analysts/)
    expect(text).not.toContain('closed')
    const { body } = await admin.get('/api/permissions/graph/history')
    expect(await json('history')).toEqual(body)
    const csv = await cli('history', '--limit', '1', '--format', 'csv')
    expect(csv.out[0]).toBe('revision,when,who,comment,reverted to,group,where,change')
    expect(csv.out[1]).toMatch(/^3,.*,the audit,,Analysts,Sample Database \/ public,all → –$/)
    expect(csv.notes).toEqual(['There are 3 of them; ask for more with --limit.'])
    expect((await json('history', '--actor', ada.email)).length).toBe(0)
  })

  test('of a group that is gone, by its id', async () => {
    const { body: group } = await admin.post('/api/permissions/group', { name: 'Short-lived' })
    await admin.delete(`/api/permissions/group/${group.id}`)
    const gone = await cli('history', '--group', String(group.id))
    expect([gone.out, gone.notes]).toEqual([[], ['Nothing was changed: no revision to show.']])
    expect((await cli('history', '--group', 'Short-lived')).problems.join()).toContain(
      'There is no group Short-lived.',
    )
  })

  test('of collections', async () => {
    const groups = { 1: { root: 'read' } }
    await admin.put('/api/collection/graph', { revision: 0, groups, comment: 'to look' })
    const { text } = await cli('history', '--collections')
    expect(text).toMatch(/^1 .* to look +All Users +the root collection +write → read$/m)
    const { body } = await admin.get('/api/collection/graph/history?group_id=1')
    expect(await json('history', '--collections', '--group', '1')).toEqual(body)
    const level = async (revision: string) =>
      (await json('explain', ada.email, '--collection', 'root', '--as-of', revision)).level
    expect([await level('0'), await level('1')]).toEqual(['write', 'read'])
    const { problems } = await cli('history', '--collections', '--database', '1')
    expect(problems.join()).toContain('leave --database out')
  })

  test('of two moments', async () => {
    const { text } = await cli('diff', '1', '2')
    expect(text).toMatch(/Analysts +Sample Database \/ public +– → all +revision 2 by /)
    const nothing = await cli('diff', '3')
    expect([nothing.out, nothing.notes]).toEqual([[], ['Nothing is otherwise.']])
  })
})

describe('explain and who-can', () => {
  test('say why, now and then', async () => {
    const then = await cli('explain', ada.email, '--table', 'orders', '--as-of', '2')
    expect(then.out[0]).toContain('Ada Lovelace may query table orders because of group Analysts')
    expect(then.text).toMatch(/Analysts +all +decides/)
    const now = await cli('explain', String(ada.id), '--database', '1', '--schema', 'public')
    expect(now.out[0]).toContain('may not query schema public of database Sample Database')
    expect(now.out[0]).toContain('Analysts has nothing there since revision 3 (by ')
  })

  test('answer what the API answers', async () => {
    const query = `user_id=${ada.id}&collection_id=root`
    const { body } = await admin.get(`/api/permissions/explain?${query}`)
    expect(await json('explain', ada.email, '--collection', 'root')).toEqual(body)
    const who = await admin.get('/api/permissions/who-can?database_id=1&native=true')
    expect(await json('who-can', '--database', 'sample database', '--native')).toEqual(who.body)
    const { text } = await cli('who-can', '--table', 'orders', '--as-of', '2', '--level', 'read')
    expect(text).toMatch(/Ada Lovelace +all +Analysts/)
    const parts = await cli('who-can', '--database', '1', '--as-of', '2')
    expect(parts.text).toMatch(/; 1 more may query parts of it, .*Ada Lovelace +partly +Analysts/s)
  })

  test('help whoever names nothing or what is not there', async () => {
    const problem = async (...args: readonly string[]) => (await cli(...args)).problems.join()
    expect(await problem('explain', ada.email)).toContain(
      '--table, --database, --collection, --card or --dashboard',
    )
    expect(await problem('explain', 'x@example.com', '--database', '1')).toBe(
      'Nobody has the e-mail address x@example.com.',
    )
    expect(await problem('explain', 'Ada', '--database', '1')).toContain('neither an e-mail')
    expect(await problem('explain', ada.email, '--database', 'Shop')).toBe(
      'There is no database Shop. There is: Sample Database (1).',
    )
    expect(await problem('graph', '--group', 'Nobody')).toContain('There is no group Nobody.')
    expect(await problem('explain', ada.email, '--database', '1', '--as-of', '99')).toContain(
      'There is no revision 99; the newest is 3.',
    )
    expect(await problem('who-can', '--table', 'orders', '--native')).toContain('just --database')
  })
})

describe('report', () => {
  test('goes to the terminal or into a file', async () => {
    const table = await cli('report', '--as-of', '2', '--group', 'Analysts')
    expect(table.text).toMatch(
      /Ada Lovelace +Sample Database \/ public +all +Analysts +.* revision 2/,
    )
    const csv = await cli('report', '--as-of', '2', '--group', 'Analysts', '--format', 'csv')
    expect(csv.out).toHaveLength(2)
    expect(csv.out[1]).toContain(',Ada Lovelace,')
    const path = join(directory, 'review.xlsx')
    const { notes, problems } = await cli('report', '--format', 'xlsx', '--out', path)
    expect([notes, problems]).toEqual([[`The report is in ${path}.`], []])
    expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
    expect((await cli('report', '--format', 'csv', '--out', path)).problems.join()).toContain(
      'is there already',
    )
    expect((await cli('report', '--format', 'xlsx')).problems.join()).toContain('--out')
    expect((await cli('report', '--out', path)).problems.join()).toContain('--format')
  })
})

describe('text that a terminal would obey', () => {
  const evil = 'Evil\u001b[2J\u009b31m\u0007\r\nFAKE ROW\u202e'

  test('is taken from nobody', async () => {
    const { body: group } = await admin.post('/api/permissions/group', { name: 'Plain' })
    const { body: collection } = await admin.post('/api/collection', { name: 'Plain' })
    const graph = { revision: 3, groups: {}, comment: evil }
    const asked = [
      () => admin.put(`/api/user/${ada.id}`, { first_name: evil }),
      () => admin.put(`/api/user/${ada.id}`, { last_name: 'two\u2028lines' }),
      () => admin.post('/api/permissions/group', { name: 'a\tb' }),
      () => admin.put(`/api/permissions/group/${group.id}`, { name: evil }),
      () => admin.put(`/api/collection/${collection.id}`, { name: 'two\nlines' }),
      () => admin.put(`/api/collection/${collection.id}`, { description: 'bell\u0007' }),
      () => admin.put('/api/database/1', { name: evil }),
      () => admin.put('/api/permissions/graph', graph),
      () => admin.put('/api/collection/graph', { ...graph, revision: 0 }),
      () => admin.post('/api/permissions/graph/revert', { ...graph, to_revision: 0 }),
    ]
    for (const ask of asked) expectRefusal(await ask(), 400, 'validation')
    const description = 'Two\n\tlines'
    const changed = await admin.put(`/api/collection/${collection.id}`, { description })
    expect(changed.body.description).toBe(description)
    await admin.delete(`/api/permissions/group/${group.id}`)
  })

  test('is shown where an old event holds it', async () => {
    const { eventStore, ids, progress } = app.service.adapters
    const groupId = await ids.next('group')
    const { position } = await eventStore.append(`group-${groupId}`, 'no_stream', [
      {
        id: randomUUID(),
        type: 'GroupCreated',
        schemaVersion: 1,
        data: { groupId, name: evil },
        metadata: {
          $correlationId: randomUUID(),
          $causationId: randomUUID(),
          actor: { kind: 'user', id: ada.id },
        },
      },
    ])
    await progress.reached(position, 10_000)
    const { body: membership } = await admin.post('/api/permissions/membership', {
      group_id: groupId,
      user_id: ada.id,
    })
    expect(membership).toBeDefined()
    const shown = [
      await cli('explain', ada.email, '--database', '1', '--native'),
      await cli('who-can', '--collection', 'root'),
      await cli('graph', '--group', 'nobody\u001b[2J'),
    ]
    const lines = shown.flatMap(({ out, notes }) => [...out, ...notes])
    expect(lines.join('')).toContain('Evil\\u001b[2J\\u009b31m\\u0007\\r\\nFAKE ROW\\u202e')
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u202e]/u)
    const found = await json('explain', ada.email, '--database', '1', '--native')
    expect(found.paths.map(({ group }: { group: string }) => group)).toContain(evil)
    await admin.delete(`/api/permissions/group/${groupId}`)
  })
})

describe('revert', () => {
  const revision = async () => (await admin.get('/api/permissions/graph')).body.revision
  const preview = /gain +Ada Lovelace +Sample Database \/ public +none → all/

  test('can be tried', async () => {
    const trial = await cli('revert', '2', '--dry-run')
    expect(trial.text).toContain('It would change 2 cells.')
    expect(trial.text).toMatch(preview)
    expect([await revision(), questions]).toEqual([3, []])
  })

  test('asks first, and is told what it would do', async () => {
    answer = false
    const asked = await cli('revert', '2')
    expect(asked.notes.join('\n')).toMatch(preview)
    expect(questions).toEqual(['Bring back the rights of revision 2?'])
    expect(asked.text).toBe('Nothing was changed.')
    expect(await revision()).toBe(3)
    answer = true
    expect((await cli('revert', '2')).text).toContain('Revision 4 brings back revision 2')
    expect(await revision()).toBe(4)
    expect((await cli('revert', '3', '--yes')).text).toContain('Revision 5 brings back revision 3')
  })

  test('is in force at once, and known by who did it', async () => {
    questions.length = 0
    const done = await cli('revert', '2', '--yes', '--revision', '5', '--comment', 'too strict')
    expect([done.problems, questions]).toEqual([[], []])
    expect(done.text).toBe('Revision 6 brings back revision 2: 2 cells changed.')
    const { body } = await admin.get(`/api/permissions/explain?user_id=${ada.id}&table_id=1`)
    expect(body.allowed).toBe(true)
    const [newest] = await json('history', '--limit', '1')
    expect(newest).toMatchObject({ reverted_to: 2, comment: 'too strict' })
    expect(newest.actor).toEqual({ kind: 'system', id: null, name: 'cli (alice)' })
    const table = await cli('history', '--limit', '1')
    expect(table.text).toMatch(/^6 .* cli \(alice\) +too strict +2 +\S/m)
    const csv = await cli('history', '--limit', '1', '--format', 'csv')
    expect(csv.out[1]).toMatch(/^6,.*,cli \(alice\),too strict,2,/)
  })

  test('only to a revision there was, from the newest there is', async () => {
    const { problems } = await cli('revert', '9', '--yes')
    expect(problems).toEqual(['There is no revision 9; the newest is 6.'])
    const stale = await cli('revert', '2', '--yes', '--revision', '5')
    expect(stale.problems).toEqual(['The graph has changed; it is at revision 6 now.'])
    expect(await revision()).toBe(6)
  })
})
