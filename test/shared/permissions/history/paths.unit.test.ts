import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { levelAt, noAccess } from '../../../../shared/permissions/data-access.ts'
import { dataRightsOf } from '../../../../shared/permissions/data-rights.ts'
import { effectiveAccess, groupsInForce } from '../../../../shared/permissions/effective.ts'
import { explain } from '../../../../shared/permissions/history/explain.ts'
import { grantOf } from '../../../../shared/permissions/history/path.ts'
import type { DataResource, Resource } from '../../../../shared/permissions/history/resource.ts'
import { review } from '../../../../shared/permissions/history/review.ts'
import { whoCan } from '../../../../shared/permissions/history/who-can.ts'
import { groupIdsIn, naiveAccess } from '../../../support/naive-access.ts'
import { someSchemas, someTables } from '../../../support/some-access.ts'
import { historyOf, recordAll, someLife } from '../../../support/some-history.ts'

const dataOf = (databaseId: number): readonly DataResource[] => [
  { kind: 'data', databaseId },
  ...someSchemas.map((schema): DataResource => ({ kind: 'data', databaseId, schema })),
  ...someTables.map(
    ({ schema, table }): DataResource => ({ kind: 'data', databaseId, schema, tableId: table }),
  ),
]
const resourcesOf = (databaseId: number): readonly Resource[] => [
  ...dataOf(databaseId),
  { kind: 'native', databaseId },
]

/** A random life, looked at in the middle of it. */
const someMoment = fc.tuple(someLife, fc.nat()).map(([life, at]) => {
  const count = 1 + (at % life.length)
  const history = historyOf(recordAll(life))
  return { history, state: history.at(BigInt(count * 3)), naive: naiveAccess(life.slice(0, count)) }
})

test('an explanation allows what enforcement allows, for everybody and at any moment', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state, naive }) => {
      for (const [userId, status] of naive.users) {
        const groupIds = groupIdsIn(naive, userId)
        const theirs = ({ group_id }: { group_id: number }) => groupIds.includes(group_id)
        const rights = dataRightsOf(
          groupIds.includes(2),
          [...naive.data.values()].filter(theirs),
          [...naive.native.values()].filter(theirs),
        )
        const isActive = status === 'active'
        for (const databaseId of naive.databases.keys()) {
          for (const { schema, table } of someTables) {
            const asked = { kind: 'data', databaseId, schema, tableId: table } as const
            const place = { db_id: databaseId, schema, id: table }
            expect(explain(history, state, userId, asked).allowed).toBe(
              isActive && rights.mayQueryTable(place),
            )
          }
          const native = explain(history, state, userId, { kind: 'native', databaseId })
          expect(native.allowed).toBe(isActive && rights.mayRunNative(databaseId))
          const whole = explain(history, state, userId, { kind: 'data', databaseId })
          expect(whole.allowed || whole.partly || native.allowed).toBe(
            isActive && rights.maySeeDatabase(databaseId),
          )
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('the level of an explanation is what the groups add up to', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state }) => {
      for (const userId of state.userIds())
        for (const databaseId of state.databaseIds()) {
          const effective = effectiveAccess(state, groupsInForce(state, userId), databaseId)
          for (const asked of dataOf(databaseId)) {
            const { level, because } = explain(history, state, userId, asked)
            const place = { schema: asked.schema, table: asked.tableId }
            expect(level).toBe(effective.data(place))
            if (level !== 'none') expect(because?.grant.level).toBe(level)
          }
        }
    }),
    { numRuns: 60 },
  )
})

test('exactly one path decides, and it is one that is there', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state }) => {
      for (const userId of state.userIds())
        for (const databaseId of state.databaseIds())
          for (const asked of resourcesOf(databaseId)) {
            const { because, paths } = explain(history, state, userId, asked)
            const deciding = paths.filter(({ standing }) => standing === 'decides')
            expect(deciding).toHaveLength(because ? 1 : 0)
            expect(paths.map(({ groupId }) => groupId)).toEqual(state.groupIdsOf(userId))
            for (const { joined, grant } of paths) {
              expect(joined && joined.position <= state.position).toBe(true)
              expect((grant.since?.position ?? 0n) <= state.position).toBe(true)
            }
          }
    }),
    { numRuns: 60 },
  )
})

test('taken away is the last change after which the group had nothing, and before which it had', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state }) => {
      const lastDrop = (levelAfter: (position: bigint) => string) => {
        let dropped: bigint | undefined
        for (let at = 1n; at <= state.position; at += 1n)
          if (levelAfter(at - 1n) !== 'none' && levelAfter(at) === 'none') dropped = at
        return levelAfter(state.position) === 'none' ? dropped : undefined
      }
      for (const databaseId of state.databaseIds())
        for (const asked of resourcesOf(databaseId)) {
          const levelOf = (groupId: number) => (position: bigint) => {
            const access = history.at(position).access(groupId, databaseId) ?? noAccess
            if (asked.kind === 'data')
              return levelAt(access, { schema: asked.schema, table: asked.tableId })
            return access.native === 'write' ? 'write' : 'none'
          }
          for (const userId of state.userIds())
            for (const { groupId = 0, lost } of explain(history, state, userId, asked).paths)
              expect(lost?.position).toBe(lastDrop(levelOf(groupId)))
        }
    }),
    { numRuns: 40 },
  )
})

test('a grant is told of whoever gave it, not of who said the same in other words', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state: { position, ...state } }) => {
      for (const groupId of state.groupIds().filter((id) => id !== 2))
        for (const databaseId of state.databaseIds())
          for (const asked of dataOf(databaseId)) {
            const place = { schema: asked.schema, table: asked.tableId }
            const levelBy = (moment: bigint) =>
              levelAt(history.at(moment).access(groupId, databaseId) ?? noAccess, place)
            const { level, since } = grantOf(history.ledger, position, groupId, asked, undefined)
            expect(level).toBe(levelBy(position))
            if (level === 'none') continue
            let given = position
            while (levelBy(given - 3n) === level) given -= 3n
            expect(since?.position).toBe(given)
          }
    }),
    { numRuns: 60 },
  )
})

test('who can is everybody whom an explanation allows, for the same reason', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state }) => {
      for (const databaseId of state.databaseIds())
        for (const asked of resourcesOf(databaseId)) {
          const { users, groups, partly } = whoCan(history, state, asked)
          const explained = state.userIds().flatMap((userId) => {
            const { allowed, because, paths } = explain(history, state, userId, asked)
            const useful = ['decides', 'as-good', 'weaker']
            const ways = paths.filter(({ standing }) => useful.includes(standing)).length
            return allowed ? [{ userId, because, ways }] : []
          })
          expect(users).toEqual(explained)
          const inPart = state.userIds().filter((id) => explain(history, state, id, asked).partly)
          expect(partly.users.map(({ userId }) => userId)).toEqual(inPart)
          for (const { groupId, members } of groups) {
            const active = state
              .memberIdsOf(groupId)
              .filter((userId) => state.userStatus(userId) === 'active')
            expect(members).toBe(active.length)
          }
        }
    }),
    { numRuns: 60 },
  )
})

test('the review has a row for every way in, and for nothing else', () => {
  fc.assert(
    fc.property(someMoment, ({ history, state }) => {
      const rows = [...review(history, state)]
      const covers = (asked: DataResource) => (row: (typeof rows)[number]) =>
        row.resource.kind === 'data' &&
        row.resource.databaseId === asked.databaseId &&
        (row.resource.schema === undefined || row.resource.schema === asked.schema) &&
        (row.resource.tableId === undefined || row.resource.tableId === asked.tableId)
      for (const userId of state.userIds()) {
        const theirs = rows.filter((row) => row.userId === userId)
        for (const databaseId of state.databaseIds())
          for (const { schema, table: tableId } of someTables) {
            const asked: DataResource = { kind: 'data', databaseId, schema, tableId }
            const { allowed, paths } = explain(history, state, userId, asked)
            const through = theirs.filter(covers(asked)).map(({ path }) => path.groupId)
            const useful = paths.filter(({ grant }) => allowed && grant.level !== 'none')
            expect(through.sort()).toEqual(useful.map(({ groupId }) => groupId).sort())
          }
      }
      for (const groupId of state.groupIds())
        expect([...review(history, state, groupId)]).toEqual(
          rows.filter(({ path }) => path.groupId === groupId),
        )
    }),
    { numRuns: 60 },
  )
})
